#include "engine/train/trainer/fork.h"

#include "engine/catalog/catalog.h"
#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_object.h"
#include "engine/predict/field_types.h"
#include "engine/train/project_checks.h"
#include "engine/train/trainer/early_stopping.h"

#include <algorithm>
#include <charconv>

namespace netsmith::train {
namespace {

namespace fs = std::filesystem;

constexpr const char* forkName = "fork.json";
constexpr std::uint64_t largestForkTable = std::uint64_t{1} << 32;

Message lossesChanged()
{
    return Message(NS_MESSAGE("fork.losses", "its losses, metrics, loss scale, parameter groups or phases were changed"));
}

Message optimizerChanged()
{
    return Message(NS_MESSAGE("fork.optimizer", "its optimizer was changed"));
}

/// The settings without what may change between two steps of a training.
TrainingSettings forkedAlike(TrainingSettings settings)
{
    const TrainingSettings usual;
    settings.epochs = usual.epochs;
    settings.seed = usual.seed;
    settings.device.clear();
    settings.precision.clear();
    settings.optimizer.parameters.clear(); // whether the slots fit tells the plan
    settings.schedule = usual.schedule;
    settings.monitor.clear();
    settings.earlyStopping = usual.earlyStopping;
    settings.pruning = usual.pruning;
    settings.fp32Layers.clear();
    settings.globalClipnorm = settings.clipValue = 0.0;
    settings.excludeFromWeightDecay.clear();
    settings.emaMomentum = 0.0;
    settings.keepCheckpoints = settings.checkpointEvery = 0;
    for (Objective& objective : settings.objectives) {
        objective.loss = {};
        objective.weight = 1.0;
    }
    for (ParameterGroup& group : settings.groups) {
        group.learningRateMultiplier = 1.0;
        group.optimizer.parameters.clear();
        group.schedule = {};
    }
    return settings;
}

bool sameOptimizers(const TrainingSettings& then, const TrainingSettings& now)
{
    return then.optimizer.id == now.optimizer.id
        && std::ranges::equal(
               then.groups, now.groups, {}, [](const ParameterGroup& group) { return group.optimizer.id; },
               [](const ParameterGroup& group) { return group.optimizer.id; });
}

/// Of what the plan does not know.
std::optional<Message> changedSettings(const Project& then, const Project& now)
{
    if (then.training.batch != now.training.batch
        || then.training.gradientAccumulationSteps != now.training.gradientAccumulationSteps)
        return Message(NS_MESSAGE("fork.batch", "its batch size was changed"));
    DataSettings left = then.data, right = now.data;
    for (DataSettings* settings : {&left, &right}) {
        settings->path.clear(); // whether it is the same data tells the data
        settings->validationFile.clear();
        settings->transforms.clear();
        settings->subtract = settings->divide = 0.0;
        settings->shuffle = true;
    }
    if (left != right)
        return Message(NS_MESSAGE("fork.data", "its data was changed"));
    if (isScaled(precisionFrom(then.training.precision)) != isScaled(precisionFrom(now.training.precision)))
        return Message(NS_MESSAGE("fork.precision", "its precision was changed to or from one whose loss is scaled"));
    if ((then.training.emaMomentum > 0.0) != (now.training.emaMomentum > 0.0))
        return Message(NS_MESSAGE("fork.average", "the moving average of its weights was switched on or off"));
    if (!sameOptimizers(then.training, now.training))
        return optimizerChanged();
    if (forkedAlike(then.training) != forkedAlike(now.training))
        return lossesChanged();
    return std::nullopt;
}

/// Whether they are exactly the slots of a plan's optimizers.
bool slotsFit(const LogicalPlan& plan, const SafetensorsFile& arrays)
{
    std::size_t count = 0;
    for (const Segment& segment : plan.parameters.segments)
        for (int slot = 0; slot < plan.slotsOf(segment); ++slot) {
            const TensorView* array = arrays.find(segment.id + "/slot" + std::to_string(slot));
            if (!array || array->shape != segment.shape)
                return false;
            ++count;
        }
    return count == arrays.tensors.size();
}

/// Whether a function throws no `Error`.
template <class Check>
bool passes(const Check& check)
{
    try {
        check();
        return true;
    } catch (const Error&) {
        return false;
    }
}

std::optional<Message> changeOf(const Fork& fork, const Project& then, const Project& now, LoadedData data)
{
    if (auto change = changedSettings(then, now))
        return change;
    data.learnt = fork.record.fields;
    const TrainingData divided = divideData(now, std::move(data));
    if (!passes([&] { checkSameData(fork.record, divided); }))
        return Message(NS_MESSAGE("fork.data", "its data was changed"));
    const CheckedProject checked = checkProject(now, fieldTypes(divided.trainSplit()));
    checked.requireOk();
    const LogicalPlan plan = planFor({checked, precisionFrom(now.training.precision)}, now.training.batch);
    if (!passes([&] { checkWeights(plan, fork.checkpoint.weights, fork.origin.run); }))
        return Message(NS_MESSAGE("fork.network", "its network was changed"));
    if (!slotsFit(plan, fork.checkpoint.optimizer))
        return optimizerChanged();
    if (MetricTable(plan, now).columns() != fork.checkpoint.state.position.sums.size())
        return lossesChanged();
    return std::nullopt;
}

/// What was measured by other means says nothing about later epochs.
void adaptPosition(TrainingPosition& position, const TrainingSettings& then, const TrainingSettings& now)
{
    const auto schedules = [](const TrainingSettings& settings) {
        std::vector<Component> all{settings.schedule};
        for (const ParameterGroup& group : settings.groups)
            all.push_back(group.schedule);
        return all;
    };
    if (schedules(then) != schedules(now))
        position.schedules.clear();
    const auto losses = [](const TrainingSettings& settings) {
        std::vector<std::pair<Component, double>> all;
        for (const Objective& objective : settings.objectives)
            all.emplace_back(objective.loss, objective.weight);
        return all;
    };
    if (then.monitor != now.monitor || losses(then) != losses(now))
        position.best = position.improved = std::nullopt;
}

/// Throws if the training is over where it would go on.
void requireRest(const Fork& fork, const TrainingSettings& training)
{
    const TrainingPosition& at = fork.checkpoint.state.position;
    if (at.epoch >= training.epochs)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("fork.epochs",
                               "{0} has trained {1:epoch|epochs} already, and training.epochs is {2}, which counts those too; set "
                               "more epochs"),
                    fork.checkpoint.folder.string(), at.epoch, training.epochs);
    if (waitedEnough(training.earlyStopping, at))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("fork.patience",
                               "{0} is of a moment at which early stopping ends the run; raise early_stopping.patience, or choose "
                               "an earlier checkpoint"),
                    fork.checkpoint.folder.string());
}

/// The seconds of a run's launches up to a step.
double secondsUntil(std::string_view timing, std::int64_t step)
{
    double milliseconds = 0.0;
    for (std::size_t begin = 0; begin < timing.size();) {
        const std::size_t end = std::min(timing.find('\n', begin), timing.size());
        const auto fields = csvFields(timing.substr(begin, end - begin));
        std::int64_t last = -1;
        double launch = 0.0;
        if (fields.size() == 4 && std::from_chars(fields[0].data(), fields[0].data() + fields[0].size(), last).ec == std::errc()
            && last <= step && std::from_chars(fields[3].data(), fields[3].data() + fields[3].size(), launch).ec == std::errc())
            milliseconds += launch;
        begin = end + 1;
    }
    return milliseconds / 1e3;
}

/// The record of a run that has come as far as the checkpoint; the trainer completes it.
RunRecord forkedRecord(const Fork& fork, const fs::path& projectFile, double seconds)
{
    const TrainingPosition& at = fork.checkpoint.state.position;
    RunRecord record = fork.record;
    record.state = RunState::stopped;
    record.error.clear();
    record.projectFile = projectFile.filename();
    record.started = record.updated = timestamp();
    record.epochsDone = at.epoch;
    record.steps = control::stepsTaken(at.counters);
    record.seconds = seconds;
    record.samplesPerSecond = 0.0;
    record.rate = {};
    record.joules.reset();
    record.epochJoules.clear();
    record.values = valuesOfEpoch(fs::path(fork.origin.run) / RunFolder::metricsName, at.epoch);
    record.bestEpoch = at.best ? std::optional(at.best->epoch + 1) : std::nullopt;
    record.endedEarly = false;
    record.restoredStep.reset();
    return record;
}

void writeForked(const RunFolder& folder, const Checkpoint& checkpoint)
{
    const HeldCheckpoints store = folder.checkpoints();
    const std::int64_t step = control::stepsTaken(checkpoint.state.position.counters);
    writeCheckpoint(store.folder(), store.at(step).filename().string(),
                    {ArraysToWrite(checkpoint.weights), ArraysToWrite(checkpoint.optimizer), stateToJson(checkpoint.state)})
        .take();
}

/// Fills a new run's folder, so that it can be resumed.
void fillForked(const RunFolder& folder, const Fork& fork, const Project& project, const fs::path& projectFile)
{
    const fs::path run = fork.origin.run;
    folder.save(project).take();
    for (const data::FieldSpec& field : fork.record.fields)
        if (field.vocabulary) {
            folder.save(*field.vocabulary).take();
            break;
        }
    folder.save(readTunedAlgorithms(run)).take();
    std::string timing;
    for (const char* name : {RunFolder::metricsName, RunFolder::timingName}) {
        timing = readTextFile(run / name, largestForkTable).take();
        writeFileSafely(folder.folder(), name, timing).take();
    }
    const TrainingPosition& at = fork.checkpoint.state.position;
    const CheckpointStore there(run / RunFolder::checkpointsName);
    const std::vector<std::int64_t> kept = there.steps();
    for (const auto& epoch : {at.best, at.improved}) // the result of the run if nothing is better
        if (epoch && epoch->step < control::stepsTaken(at.counters) && std::ranges::find(kept, epoch->step) != kept.end()
            && !fs::exists(folder.checkpoints().at(epoch->step)))
            writeForked(folder, readCheckpoint(there.at(epoch->step)).take());
    writeForked(folder, fork.checkpoint);
    writeFileSafely(folder.folder(), forkName, writeJson({{"run", fork.origin.run}, {"step", fork.origin.step}})).take();
    folder.save(forkedRecord(fork, projectFile, secondsUntil(timing, control::stepsTaken(at.counters)))).take();
}

fs::path forkedFolder(const Fork& fork, const Project& project, const TrainOptions& options)
{
    const RunFolder folder =
        options.runFolder.empty() ? RunFolder::createBeside(options.projectFile) : RunFolder::create(options.runFolder);
    try {
        fillForked(folder, fork, project, options.projectFile);
    } catch (const Error&) {
        folder.clear(); // so that the same folder can be tried again
        throw;
    }
    return folder.path();
}

} // namespace

Message Fork::words() const
{
    if (change)
        return Message(
            NS_MESSAGE("fork.weights",
                       "only the weights of step {0} are taken, and the run begins at its first step with a new optimizer "
                       "state, because {1}"),
            origin.step, *change);
    return Message(NS_MESSAGE("fork.goes_on", "the run goes on from step {0} with the state of its optimizer"), origin.step);
}

Fork forkOf(const fs::path& from, const Project& project, const LoadedData& data)
{
    const CheckpointPlace place = checkpointPlace(from);
    Fork fork{.checkpoint = readCheckpoint(place.checkpoint).take(),
              .origin = {},
              .record = readRunRecord(place.run).take(),
              .change = {}};
    readVocabulary(place.run, fork.record);
    CheckpointState& state = fork.checkpoint.state;
    fork.origin = {place.run.string(), control::stepsTaken(state.position.counters)};
    const Project then = loadProject(projectPathOf(place.run)).take();
    fork.change = changeOf(fork, then, project, data);
    if (fork.change)
        return fork;
    adaptPosition(state.position, then.training, project.training);
    state.seed = project.training.seed;
    state.precision = project.training.precision;
    requireRest(fork, project.training);
    return fork;
}

DoneEvent trainFork(const Fork& fork, Project project, LoadedData data, Backend& backend, TrainOptions options)
{
    bool begun = false;
    options.events.start = [&, told = std::move(options.events.start)](StartEvent event) {
        begun = true;
        if (!fork.goesOn())
            event.warnings.push_back(fork.words());
        if (told)
            told(event);
    };
    if (!fork.goesOn()) {
        options.weights = fork.checkpoint.folder;
        return Trainer(std::move(project), std::move(data), backend, std::move(options)).run();
    }
    const fs::path folder = forkedFolder(fork, project, options);
    options.resume = folder;
    options.acceptOtherFingerprint = true; // the record tells
    try {
        return Trainer(std::move(project), std::move(data), backend, std::move(options)).run();
    } catch (const std::exception&) {
        if (!begun)
            removeRun(folder);
        throw;
    }
}

std::optional<WeightsOrigin> forkOriginOf(const fs::path& run)
{
    std::error_code ignored;
    const fs::path file = run / forkName;
    if (!fs::is_regular_file(file, ignored))
        return std::nullopt;
    try {
        const Json json = readJson(readTextFile(file).take()).take();
        JsonObject object(json, "");
        return WeightsOrigin{object.requiredText("run"), integerFrom(object.require("step"), "/step")};
    } catch (const Error& error) {
        throw Error(ErrorKind::input, NS_MESSAGE("fork.file", "{0}: {1}"), file.string(), error.message());
    }
}

} // namespace netsmith::train
