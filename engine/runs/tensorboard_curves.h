#pragma once

#include "engine/core/files/open_folder.h"
#include "engine/store/growing_file.h"
#include "engine/train/trainer/events.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace netsmith::runs {

/// Writes all curves of a run: `DIR/train` and, if it has a validation, `DIR/validation`, whose epoch curves TensorBoard overlays.
/// The files are named by the run's start, so that a second export replaces them. For a cross-validation those of each started
/// fold, in separate folders. Returns the files. Throws `run.none`, `interop.no_rows`, `folder.make` and what `writeFileSafely`
/// says.
std::vector<std::filesystem::path> exportCurves(const std::filesystem::path& run, const std::filesystem::path& directory);
/// Creates a folder for curves below a directory, which is created too: neither it nor any folder on the path below it may be a
/// link. Throws `folder.make`, `file.link`.
OpenFolder makeCurvesFolder(const std::filesystem::path& directory, const std::filesystem::path& below);
/// The folder of a fold's curves, from 1, below that of all curves: a separate run for TensorBoard.
std::filesystem::path curvesOfFold(std::int64_t fold);

/// The same while a run is trained, so that TensorBoard shows it as it grows.
class TensorboardCurves {
public:
    /// Makes the folders and the files, with the time of now and this process in their names. `step`: already done by the resumed
    /// run; `below`: the path in `directory`. Throws `folder.make`, `file.link`, `log.write`.
    TensorboardCurves(const std::filesystem::path& directory, std::int64_t step, bool validates,
                      const std::filesystem::path& below = {});

    /// Both throw `log.write`.
    void add(const train::StepEvent& event);
    void add(const train::EpochEvent& event);

private:
    GrowingFile m_train;
    std::optional<GrowingFile> m_validation;
};

} // namespace netsmith::runs
