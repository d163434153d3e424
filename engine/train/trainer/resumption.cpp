#include "engine/train/trainer/resumption.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/project/project_hash.h"
#include "engine/interop/weights/project_weights.h"

#include <algorithm>
#include <array>

namespace netsmith::train {
namespace {

namespace fs = std::filesystem;

/// The first difference between two projects that affects training, or nothing.
std::optional<Message> projectDifference(const Project& a, const Project& b, MayEnd may)
{
    if (trainedPart(a.graph) != trainedPart(b.graph))
        return Message(NS_MESSAGE("resume.network", "its network"));
    DataSettings here = a.data, there = b.data;
    // The data may have moved: `checkSameData` checks whether it is the same.
    here.path = there.path = here.validationFile = there.validationFile = {};
    if (here != there)
        return Message(NS_MESSAGE("resume.data", "its data settings"));
    TrainingSettings left = a.training, right = b.training;
    if (may == MayEnd::asItWasTo && left.epochs != right.epochs)
        return Message(NS_MESSAGE("resume.epoch_count", "its number of epochs"));
    if (may == MayEnd::asItWasTo && left.earlyStopping != right.earlyStopping)
        return Message(NS_MESSAGE("resume.early_stopping", "its early stopping"));
    for (TrainingSettings* settings : {&left, &right}) {
        settings->epochs = 0;
        settings->earlyStopping = {};
        settings->keepCheckpoints = 0;
        settings->checkpointEvery = 0;
        settings->device.clear(); // the fingerprint covers this
    }
    if (left == right)
        return std::nullopt;
    return Message(NS_MESSAGE("resume.training", "its training settings (batch, seed, precision, optimizer, losses or schedule)"));
}

/// Throws if a checkpoint was written with a different setting than its run has.
template <class T>
void checkState(const Checkpoint& checkpoint, std::string_view setting, const T& there, const T& here)
{
    const std::filesystem::path file = checkpoint.folder / "state.json";
    if (there != here)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("resume.state",
                               "{0}: it was written with the {1} {2}, and the run has {3}; it belongs to another run, or was "
                               "changed: use another checkpoint"),
                    file.string(), setting, there, here);
}

interop::Framework frameworkNamed(const std::string& name)
{
    using enum interop::Framework;
    constexpr std::array all{keras, pytorch, onnx, tflite, darknet};
    const auto found = std::ranges::find(all, name, [](interop::Framework one) { return interop::idOf(one); });
    if (found == all.end() && !name.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("weights.framework",
                               "there is no layout of weights \"{0}\"; choose keras, pytorch, onnx, tflite or darknet"),
                    name);
    return name.empty() ? unknown : *found;
}

/// A project may come without its weights, and then says which file they are.
void requireThere(const InitialWeights& from)
{
    if (std::error_code error; !from.sha256.empty() && !fs::exists(from.path, error))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("weights.no_file",
                               "the file of initial weights is missing: put the one with the SHA-256 {1} at {0}, or choose other "
                               "weights"),
                    from.path, from.sha256);
}

} // namespace

interop::WeightFile openInitialWeights(const InitialWeights& from)
{
    requireThere(from);
    if (std::error_code error; !from.sha256.empty() && fs::exists(from.path, error)) {
        const fs::path file = interop::weightsFileOf(from.path);
        const std::string hash = sha256OfFile(file).take();
        if (hash != from.sha256)
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("weights.hash",
                           "{0} is not the file of initial weights that was chosen: its SHA-256 is {1}, expected {2}; restore "
                           "the original or choose the weights again"),
                file.string(), hash, from.sha256);
    }
    return interop::weightsAt(from.path);
}

WeightMatching matchInitialWeights(const InitialWeights& from, const CheckedProject& project)
{
    return matchInitialWeights(from, openInitialWeights(from), project);
}

WeightMatching matchInitialWeights(const InitialWeights& from, interop::WeightFile file, const CheckedProject& project)
{
    interop::MatchOptions options{.changes = {}, .framework = frameworkNamed(from.layout)};
    for (const std::string& change : from.changes)
        options.changes.push_back(interop::RowChange::parsed(change));
    WeightMatching result{std::move(file), {}};
    result.matching = interop::matchWeights(result.file, interop::layerWeightsOf(project), options);
    return result;
}

void requireWhole(const InitialWeights& from, const interop::Matching& matching)
{
    if (const auto problem = matching.problem(from.path))
        throw Error(ErrorKind::input, NS_MESSAGE("weights.misfit", "these weights do not fit this network: {0}"), *problem);
}

WeightsOrigin startFrom(const InitialWeights& from, TrainingSetup& setup)
{
    const WeightMatching weights = matchInitialWeights(from, setup.checked());
    requireWhole(from, weights.matching);
    CompiledNetwork& network = setup.network();
    const SafetensorsFile drawn = captureWeights(network.state(), network.plan());
    restoreWeights(network.state(), network.plan(), interop::filledArrays(weights.file, weights.matching, drawn), from.path);
    return originOf(from.path);
}

WeightsOrigin startFrom(const fs::path& path, TrainingSetup& setup)
{
    return startFrom(InitialWeights{.path = path.string()}, setup);
}

std::optional<InitialWeights> initialWeightsFor(const Project& project, const fs::path& given)
{
    return given.empty() ? initialWeightsOf(project) : std::optional(InitialWeights{.path = given.string()});
}

InitialWeights pinned(InitialWeights weights)
{
    requireThere(weights);
    weights.path = checkpointOf(originOf(weights.path)).string();
    if (weights.sha256.empty())
        weights.sha256 = sha256OfFile(interop::weightsFileOf(weights.path)).take();
    return weights;
}

Project withOrigin(const Project& project, const fs::path& given, const WeightsOrigin& origin)
{
    Project kept = project;
    if (auto weights = initialWeightsFor(project, given)) {
        weights->path = checkpointOf(origin).string();
        setInitialWeights(kept, pinned(std::move(*weights)));
    }
    return kept;
}

void checkSameData(const RunRecord& record, const TrainingData& data)
{
    const data::DataSet& set = data.loaded.set;
    if (record.dataSource != set.id)
        throw Error(ErrorKind::input, NS_MESSAGE("run.data_source", "the run was trained on \"{0}\", and here is \"{1}\": {2}"),
                    record.dataSource, set.id, data.loaded.words);
    if (!record.dataFingerprint.empty() && record.dataFingerprint != set.fingerprint)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("run.data_changed",
                               "the files have changed since the run was trained on them ({0} then, {1} now): restore the original "
                               "ones, or start a new run ({2})"),
                    record.dataFingerprint, set.fingerprint, data.loaded.words);
    if (record.trainSamples != data.trainCount() || record.validationSamples != data.validationCount())
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("run.data_size",
                       "the run was trained on {0:sample|samples} and validated on {1}; \"{2}\" has {3} and {4} here: use the "
                       "same data"),
            record.trainSamples, record.validationSamples, set.id, data.trainCount(), data.validationCount());
}

void checkSameProject(const fs::path& run, const Project& project, MayEnd may)
{
    const fs::path own = projectPathOf(run);
    if (const auto difference = projectDifference(project, loadProject(own).take(), may))
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("resume.project",
                       "the project is not what the run {0} trains: it differs in {1}; resume with {2}, or start a new run"),
            run.string(), *difference, own.string());
}

Resumption openToResume(const fs::path& path, const Project& project)
{
    const CheckpointPlace place = checkpointPlace(path);
    RunFolder folder = RunFolder::open(place.run);
    checkSameProject(place.run, project, MayEnd::elsewhere);
    RunRecord record = readRunRecord(place.run).take();
    readVocabulary(place.run, record);
    Checkpoint checkpoint = readCheckpoint(place.checkpoint).take();
    return {std::move(folder), std::move(record), std::move(checkpoint), readTunedAlgorithms(place.run)};
}

void restoreCheckpoint(TrainingSetup& setup, const Resumption& resumption, const Fingerprint& here, bool acceptOtherFingerprint)
{
    const Checkpoint& checkpoint = resumption.checkpoint;
    checkSameData(resumption.record, setup.data());
    const auto ranksIn = [](const Fingerprint& fingerprint) {
        const auto found = fingerprint.find("ranks");
        return found == fingerprint.end() ? std::string("1") : found->second;
    };
    const bool isShared = ranksIn(checkpoint.state.fingerprint) != ranksIn(here); // other ranks add up in another order
    const auto difference = differenceOf(checkpoint.state.fingerprint, here);
    if (difference && !acceptOtherFingerprint && !isShared)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("resume.fingerprint",
                               "the run was made under other conditions ({0}), so it can't be resumed bit-exactly; restore them, "
                               "or accept the other fingerprint"),
                    *difference);
    const TrainingSettings& training = setup.project().training;
    checkState(checkpoint, "seed", checkpoint.state.seed, training.seed);
    checkState(checkpoint, "batch", checkpoint.state.batch, training.batch);
    checkState(checkpoint, "precision", checkpoint.state.precision, training.precision);
    const TrainingPosition& at = checkpoint.state.position;
    const std::int64_t position = at.counters[control::position], count = setup.data().trainCount();
    const std::int64_t batch = setup.batch() * setup.project().training.gradientAccumulationSteps; // a step's
    const bool fits = position <= count && (position % batch == 0 || position == count)
        && control::stepsTaken(at.counters) == at.epoch * setup.stepsPerEpoch() + (position + batch - 1) / batch
        && at.counters[control::samples] == at.epoch * count + position && at.sums.size() == setup.metrics().columns();
    if (!fits)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("resume.position",
                       "{0}: its step {1} in epoch {2} does not fit {3:sample|samples} in batches of {4}; use another checkpoint"),
            checkpoint.folder.string(), control::stepsTaken(at.counters), at.epoch + 1, count, batch);
    CompiledNetwork& network = setup.network();
    restoreWeights(network.state(), network.plan(), checkpoint.weights, (checkpoint.folder / "weights.safetensors").string());
    restoreSlots(network.state(), network.plan(), checkpoint.optimizer, (checkpoint.folder / "optimizer.safetensors").string());
    network.writeCounters(at.counters, at.groupSteps);
}

} // namespace netsmith::train
