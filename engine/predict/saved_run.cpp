#include "engine/predict/saved_run.h"

#include "engine/predict/packed_model.h"
#include "engine/predict/weight_source.h"

namespace netsmith {
namespace fs = std::filesystem;

CheckpointPlace checkpointPlace(const fs::path& path)
{
    std::error_code ignored;
    const fs::path absolute = fs::absolute(path).lexically_normal();
    const fs::path plain = absolute.has_filename() ? absolute : absolute.parent_path(); // without a slash at its end
    if (plain.parent_path().filename() == "checkpoints" && !fs::exists(plain / "run.json", ignored))
        return {plain.parent_path().parent_path(), plain, true};
    refuseFolds(plain, readRunRecord(plain).take());
    const auto newest = CheckpointStore(plain / "checkpoints").newest();
    if (!newest)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("run.checkpoint", "{0} has no checkpoint yet: it ended before its first one; train again"),
                    plain.string());
    return {plain, *newest, false};
}

void refuseFolds(const fs::path& run, const RunRecord& record)
{
    if (record.folds == 0)
        return;
    const fs::path first = run / "folds/1";
    throw Error(ErrorKind::usage,
                NS_MESSAGE("run.folds", "{0} is a cross-validation of {1:fold|folds}; name one of its runs, such as {2}"),
                run.string(), record.folds, first.string());
}

bool isWeightsFile(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

fs::path checkpointOf(const WeightsOrigin& origin)
{
    if (isWeightsFile(origin.run))
        return origin.run;
    return CheckpointStore(fs::path(origin.run) / "checkpoints").at(origin.step);
}

WeightsOrigin originOf(const fs::path& path)
{
    if (isWeightsFile(path))
        return {fs::absolute(path).lexically_normal().string(), 0};
    return weightSource(path).origin;
}

SavedRun openSavedRun(const fs::path& path, const std::string& device)
{
    if (isPackedModel(path)) {
        SavedRun packed = readPackedModel(path);
        packed.project.training.device = device.empty() ? packed.record.device : device;
        return packed;
    }
    CheckpointPlace place = checkpointPlace(path);
    RunRecord record = readRunRecord(place.run).take();
    readVocabulary(place.run, record);
    if (record.restoredStep && !place.named)
        place.checkpoint = CheckpointStore(place.run / "checkpoints").at(*record.restoredStep);
    SavedRun saved{loadProject(projectPathOf(place.run)).take(), std::move(record),
                   readCheckpoint(place.checkpoint, CheckpointPart::weights).take()};
    saved.project.training.device = device.empty() ? saved.record.device : device;
    return saved;
}

} // namespace netsmith
