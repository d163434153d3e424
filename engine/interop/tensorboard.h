#pragma once

#include "engine/core/open_folder.h"
#include "engine/store/growing_file.h"
#include "engine/train/events.h"

#include <filesystem>
#include <string>

namespace netsmith::interop {

/// Numbers of one moment of a training, as TensorBoard draws them: one point each, on the curve of its tag.
struct EventPoint {
    double wallTime = 0.0; ///< seconds since 1970
    std::int64_t step = 0;
    NamedValues values; ///< by tag; those that are no numbers are left out
};

/// Event files of TensorBoard: records of messages. Each function gives whole records, so that what they return can be put one
/// behind the other.
std::string eventHead(double wallTime);
/// What came from this step on in earlier files no longer counts: a run goes on from a checkpoint.
std::string eventRestart(double wallTime, std::int64_t step);
std::string eventRecord(const EventPoint& point);

/// Writes all curves of a run: `DIR/train` and, where it validated, `DIR/validation`, whose curves of an epoch TensorBoard draws
/// over each other. The files are named by the run's start, so that a second time replaces them. Of a cross-validation those of
/// each fold that has begun, in folders of their own. Gives the files. Throws `run.none`, `interop.no_rows`, `folder.make` and what
/// `writeFileSafely` says.
std::vector<std::filesystem::path> exportCurves(const std::filesystem::path& run, const std::filesystem::path& directory);
/// Makes a folder for curves below a directory, which is made too: it may be no link, and none may lie on the way below it. Throws
/// `folder.make`, `file.link`.
OpenFolder makeCurvesFolder(const std::filesystem::path& directory, const std::filesystem::path& below);
/// The folder, below that of all curves, where those of a fold go, from 1: a run of its own for TensorBoard.
std::filesystem::path curvesOfFold(std::int64_t fold);

/// The same while a run is trained, so that TensorBoard shows it as it grows.
class LiveCurves {
public:
    /// Makes the folders and the files, with the time of now and this process in their names. `step`: done already by the run that
    /// goes on; `below`: where in `directory`. Throws `folder.make`, `file.link`, `log.write`.
    LiveCurves(const std::filesystem::path& directory, std::int64_t step, bool validates, const std::filesystem::path& below = {});

    /// Both throw `log.write`.
    void add(const train::StepEvent& event);
    void add(const train::EpochEvent& event);

private:
    GrowingFile m_train;
    std::optional<GrowingFile> m_validation;
};

} // namespace netsmith::interop
