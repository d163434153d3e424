#pragma once

#include "engine/graph/project/project.h"
#include "engine/store/checkpoint.h"
#include "engine/store/run_folder.h"

namespace netsmith {

/// The run's folder and checkpoint that a path refers to: the run itself for its newest, or one of its checkpoints.
struct CheckpointPlace {
    std::filesystem::path run;
    std::filesystem::path checkpoint;
    bool named = false; ///< the path is the checkpoint's
};
/// Throws `run.none`, `run.checkpoint` if the run has none yet.
CheckpointPlace checkpointPlace(const std::filesystem::path& path);

/// Throws `run.folds` for a cross-validation, which has no weights of its own.
void refuseFolds(const std::filesystem::path& run, const RunRecord& record);

/// A saved run: its project, its record, its weights. Of a packed model, see packed_model.h, what it holds of them.
struct SavedRun {
    Project project; ///< its own copy, with the device replaced if another one was requested
    RunRecord record;
    Checkpoint checkpoint; ///< without the optimizer's arrays; its folder is the file of a packed model
    bool isPacked = false;
};
/// The checkpoint named; for a run its result: the newest, unless the run restored its best epoch; or a packed model. Throws also
/// what `readCheckpoint`, `loadProject` and `readPackedModel` say. `device` empty: the run's.
SavedRun openSavedRun(const std::filesystem::path& path, const std::string& device);

/// Whether a path is that of a file of weights, and not of a run or a checkpoint.
bool isWeightsFile(const std::filesystem::path& path);
/// The checkpoint or the file that weights came from.
std::filesystem::path checkpointOf(const WeightsOrigin& origin);
/// What `weightSource` reads, to be read again later; a file may be of any format. Throws the same.
WeightsOrigin originOf(const std::filesystem::path& path);

} // namespace netsmith
