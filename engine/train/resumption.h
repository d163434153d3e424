#pragma once

#include "engine/predict/saved_run.h"
#include "engine/store/run_folder.h"
#include "engine/train/setup.h"

namespace netsmith::train {

/// Gives a new run the weights of another one's result, of one of its checkpoints or of a file, with whatever settings it has; its
/// optimizer starts afresh. Throws `weights.misfit` before it changes anything where the networks differ.
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
    TunedAlgorithms tunedAlgorithms;
};
/// Throws what `checkSameProject` says of one that may end elsewhere.
Resumption openToResume(const std::filesystem::path& path, const Project& project);

/// Puts the checkpoint's weights, slots and counters into the network. Throws before it changes anything: `resume.fingerprint`,
/// `resume.position` where epoch and step do not fit the data, and what `restoreWeights` says.
void restoreCheckpoint(TrainingSetup& setup, const Resumption& resumption, const Fingerprint& here, bool acceptOtherFingerprint);

} // namespace netsmith::train
