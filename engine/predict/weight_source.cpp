#include "engine/predict/weight_source.h"

#include "engine/core/error.h"
#include "engine/predict/saved_run.h"

namespace netsmith {
namespace fs = std::filesystem;

WeightSource weightSource(const fs::path& path)
{
    if (isWeightsFile(path)) {
        const std::string file = fs::absolute(path).lexically_normal().string();
        return {file, parseSafetensors(mapFile(path).take(), file).take(), {file, 0}};
    }
    SavedRun saved = openSavedRun(path, {});
    const std::string run = checkpointPlace(path).run.string();
    return {run, std::move(saved.checkpoint.weights), {run, control::stepsTaken(saved.checkpoint.state.position.counters)}};
}

InitialWeights located(InitialWeights weights, const data::DataPaths& paths)
{
    std::error_code code;
    if (weights.path.empty() || fs::path(weights.path).is_absolute() || fs::exists(weights.path, code))
        return weights;
    for (const fs::path& folder : paths.folders())
        if (std::string there = anchoredPath(weights.path, fs::absolute(folder)); there != weights.path) {
            weights.path = std::move(there);
            return weights;
        }
    const fs::path& folder = paths.dataDir.empty() ? paths.cacheDir : paths.dataDir;
    const std::string place = (folder / weights.path).lexically_normal().string();
    if (weights.sha256.empty())
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("weights.nowhere", "the file of initial weights {0} is missing: put it at {1}, or choose other weights"),
            weights.path, place);
    throw Error(ErrorKind::input,
                NS_MESSAGE("weights.nowhere_hash",
                           "the file of initial weights {0} is missing: put the one with the SHA-256 {2} at {1}, or choose other "
                           "weights"),
                weights.path, place, weights.sha256);
}

} // namespace netsmith
