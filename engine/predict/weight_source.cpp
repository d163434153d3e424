#include "engine/predict/weight_source.h"

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

} // namespace netsmith
