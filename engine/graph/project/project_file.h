#pragma once

#include "engine/graph/project/project.h"

#include <optional>
#include <string>
#include <vector>

namespace netsmith {

inline constexpr std::uint64_t largestProject = std::uint64_t{16} << 20; // the largest networks drawn by hand take some hundred KiB

/// The folder of a project's file.
std::filesystem::path folderOfProject(const std::filesystem::path& file);

/// Whether a path is that of a project, by its name.
inline bool isProjectFile(const std::filesystem::path& path)
{
    return path.native().ends_with(".netsmith");
}

/// Where a training's first weights come from instead of being drawn. Only what starts a run reads it, so a project keeps it among
/// its other keys.
struct InitialWeights {
    std::string path{}; ///< a run, one of its checkpoints, or a file of any format that weights are read from; see `loadProject`
    std::string sha256{}; ///< of the file, or of the checkpoint's weights; empty: any
    std::string layout{}; ///< the framework whose layout the file has ("pytorch"), if the file does not say
    std::vector<std::string> changes{}; ///< rows of the matching that a person changed: "features.0.weight=conv2d_1/kernel"
    Json extra = Json::object();
    bool operator==(const InitialWeights&) const = default;
};
std::optional<InitialWeights> initialWeightsOf(const Project& project);
/// None: they are drawn.
void setInitialWeights(Project& project, const std::optional<InitialWeights>& weights);

/// What `saveProject` writes to a path, so that its hash is known without reading it back; an error if `loadProject` would not read
/// it.
Expected<std::string> readableProjectText(const Project& project, const std::filesystem::path& path);

} // namespace netsmith
