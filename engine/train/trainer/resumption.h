#pragma once

#include "engine/graph/project/project_file.h"
#include "engine/interop/weights/matching.h"
#include "engine/predict/saved_run.h"
#include "engine/store/run_folder.h"
#include "engine/train/setup.h"

namespace netsmith::train {

/// A matching, and what was matched.
struct WeightMatching {
    interop::WeightFile file;
    interop::Matching matching;
};
/// The file of initial weights. Throws `weights.no_file` if it was chosen by its hash and is not there, `weights.hash` if it is not
/// the one that was chosen, and what `weightsAt` says.
interop::WeightFile openInitialWeights(const InitialWeights& from);
/// Matches initial weights with a project whose shapes are known; nothing is loaded. Throws also `weights.framework`, and what
/// `matchWeights` says.
WeightMatching matchInitialWeights(const InitialWeights& from, const CheckedProject& project);
/// The same for a file that is open already.
WeightMatching matchInitialWeights(const InitialWeights& from, interop::WeightFile file, const CheckedProject& project);
/// Throws `weights.misfit` if a layer would stay empty or several tensors fit a weight.
void requireWhole(const InitialWeights& from, const interop::Matching& matching);
/// Starts a new run from these weights, regardless of the settings that they were trained with; the optimizer state is new. Throws
/// what those two say, before changing anything.
WeightsOrigin startFrom(const InitialWeights& from, TrainingSetup& setup);
WeightsOrigin startFrom(const std::filesystem::path& path, TrainingSetup& setup);

/// The same weights by an absolute path, of a run the checkpoint that is its result now, and with their hash. Throws what
/// `originOf` says, and errors of reading.
InitialWeights pinned(InitialWeights weights);
/// Where a new run's first weights come from: a path that was given for this run, or what the project says. None: they are drawn.
std::optional<InitialWeights> initialWeightsFor(const Project& project, const std::filesystem::path& given);
/// The project as a run keeps it: it names the weights that the run started from by an absolute path and their hash.
Project withOrigin(const Project& project, const std::filesystem::path& given, const WeightsOrigin& origin);

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
