#pragma once

#include "engine/predict/saved_run.h"
#include "engine/store/run_folder.h"
#include "engine/train/setup.h"

namespace netsmith::train {

/// Starts a new run from the weights of another run's result, of one of its checkpoints or of a file, regardless of its settings;
/// the optimizer state is new. Throws `weights.misfit` before changing anything if the networks differ.
WeightsOrigin startFrom(const std::filesystem::path& path, TrainingSetup& setup);

/// Throws `run.data` if the data is not what the run was trained on: a stand-in now or then, or a different number of samples.
void checkSameData(const RunRecord& record, const TrainingData& data);

/// Whether a resumed run may have different epochs and early stopping than before.
enum class MayEnd { elsewhere, asItWasTo };
/// Throws `resume.project` if the project differs from the run's in anything but its device, the checkpoints kept, what training
/// does not see (titles, notes, positions) and, if allowed, when it ends.
void checkSameProject(const std::filesystem::path& run, const Project& project, MayEnd may);

/// A run to resume: locked, read, and matching this project.
struct Resumption {
    RunFolder folder;
    RunRecord record;
    Checkpoint checkpoint;
    TunedAlgorithms tunedAlgorithms;
};
/// Throws what `checkSameProject` throws with a different end allowed.
Resumption openToResume(const std::filesystem::path& path, const Project& project);

/// Loads the checkpoint's weights, slots and counters into the network. Throws before changing anything: `resume.fingerprint`,
/// `resume.position` if epoch and step do not fit the data, and what `restoreWeights` throws.
void restoreCheckpoint(TrainingSetup& setup, const Resumption& resumption, const Fingerprint& here, bool acceptOtherFingerprint);

} // namespace netsmith::train
