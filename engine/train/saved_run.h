#pragma once

#include "engine/graph/project.h"
#include "engine/train/setup.h"
#include "engine/train/store/checkpoint.h"
#include "engine/train/store/run_folder.h"

namespace netsmith::train {

/// A run's folder and the checkpoint in it that a path means: the run itself for its newest, or one of its checkpoints.
struct CheckpointPlace {
    std::filesystem::path run;
    std::filesystem::path checkpoint;
    bool named = false; ///< the path is the checkpoint's
};
/// Throws `run.none`, `run.checkpoint` where the run has none yet.
CheckpointPlace checkpointPlace(const std::filesystem::path& path);

/// Throws `run.folds` for a cross-validation, which has no weights of its own.
void refuseFolds(const std::filesystem::path& run, const RunRecord& record);

/// A run as it was left: what it trains, how it stands, its weights.
struct SavedRun {
    Project project; ///< its own copy, the device replaced where another one was asked for
    RunRecord record;
    Checkpoint checkpoint;
};
/// The checkpoint named; for a run its result: the newest, unless the run went back to its best epoch. Throws also what
/// `readCheckpoint` and `loadProject` say.
SavedRun openSavedRun(const std::filesystem::path& path, const std::string& device);

/// The checkpoint that weights came from.
std::filesystem::path checkpointOf(const WeightsOrigin& origin);
/// What `openSavedRun` opens, to be opened again later. Throws the same.
WeightsOrigin originOf(const std::filesystem::path& path);

/// Gives a new run the weights of another one's result, or of one of its checkpoints, with whatever settings it has; its optimizer
/// starts afresh. Throws `weights.misfit` before it changes anything where the networks differ.
WeightsOrigin startFrom(const std::filesystem::path& path, TrainingSetup& setup);

/// Throws `run.data` where the data is not what the run was trained on: a stand-in now or then, or another number of samples.
void checkSameData(const RunRecord& record, const TrainingData& data);

/// Whether a run that goes on may have other epochs and another early stopping than it began with.
enum class MayEnd { elsewhere, asItWasTo };
/// Throws `resume.project` where the project differs from the run's in anything but its device, the checkpoints kept, what training
/// does not see (titles, notes, positions) and, where it may, when it ends.
void checkSameProject(const std::filesystem::path& run, const Project& project, MayEnd may);

/// A run that is to go on: locked, read, and fit for this project.
struct Resumption {
    RunFolder folder;
    RunRecord record;
    Checkpoint checkpoint;
    KernelChoices choices;
};
/// Throws what `checkSameProject` says of one that may end elsewhere.
Resumption openToResume(const std::filesystem::path& path, const Project& project);

/// Puts the checkpoint's weights, slots and counters into the network. Throws before it changes anything: `resume.fingerprint`,
/// `resume.position` where epoch and step do not fit the data, and what `restoreWeights` says.
void restoreCheckpoint(TrainingSetup& setup, const Resumption& resumption, const Fingerprint& here, bool acceptOtherFingerprint);

} // namespace netsmith::train
