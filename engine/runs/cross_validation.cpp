#include "engine/runs/cross_validation.h"

#include "engine/core/files/safe_file.h"
#include "engine/data/split.h"
#include "engine/graph/project/project_hash.h"
#include "engine/predict/weight_source.h"
#include "engine/runs/comparing/spread.h"
#include "engine/train/trainer/resumption.h"
#include "engine/train/trainer/run_log.h"
#include "engine/train/trainer/trainer.h"

#include <algorithm>
#include <charconv>

namespace netsmith::runs {
namespace {

namespace fs = std::filesystem;

constexpr const char* foldsName = "folds";

/// The names or the numbers of a fold's samples, one per line.
fs::path listOf(const fs::path& parent, std::int64_t fold)
{
    return parent / foldsName / (std::to_string(fold) + ".txt");
}

void writeLists(const Project& project, const CrossValidationOptions& options, const RunFolder& parent)
{
    const train::LoadedData data = train::readData(project, options.dataDir, {.report = options.preparing, .stop = options.stop});
    const auto folds = dealFolds(project, data.set, options.folds);
    const std::vector<std::string>& names = data.set.train.names;
    const OpenFolder lists = parent.folder().make(foldsName).take();
    for (std::size_t i = 0; i < folds.size(); ++i) {
        std::string text;
        for (const std::int32_t sample : folds[i])
            text += (names.empty() ? std::to_string(sample) : names[static_cast<std::size_t>(sample)]) + '\n';
        writeFileSafely(lists, listOf({}, static_cast<std::int64_t>(i) + 1).filename(), text).take();
    }
}

RunRecord newParent(const Project& project, const CrossValidationOptions& options)
{
    RunRecord record;
    if (const auto weights = train::initialWeightsFor(project, options.weights))
        record.weightsFrom = originOf(located(*weights, data::dataPaths(options.dataDir)).path);
    record.title = project.title;
    record.projectFile = options.projectFile.filename();
    record.started = record.updated = timestamp();
    record.device = project.training.device;
    record.precision = project.training.precision;
    record.epochs = project.training.epochs;
    record.batch = project.training.batch;
    record.seed = project.training.seed;
    record.dataSource = project.data.source;
    record.dataPath = project.data.path;
    record.graphHash = graphHash(project.graph);
    record.settingsHash = settingsHash(project);
    record.folds = options.folds;
    return record;
}

/// Whether a fold needs no more training. One that diverged would diverge again.
bool isOver(const fs::path& child)
{
    const auto record = readRunRecord(child);
    return record && (record->state == RunState::done || record->state == RunState::diverged);
}

/// Trains a fold, or what is left of it, until it is done, stopped or diverged.
RunState trainFold(const Project& project, const CrossValidationOptions& options, const RunRecord& record, const FoldPlace& place)
try {
    const fs::path child = place.run();
    Project own = project;
    own.data.validation = "file";
    own.data.validationFile = fs::absolute(listOf(place.parent, place.fold)).string();
    train::TrainOptions told = options.options ? options.options(place, own) : train::TrainOptions();
    told.projectFile = options.projectFile;
    told.dataDir = options.dataDir;
    told.stop = options.stop;
    told.resume.clear();
    told.runFolder.clear();
    told.weights.clear();
    if (CheckpointStore(child / "checkpoints").newest()) {
        told.resume = child;
    } else {
        removeRun(child); // what was interrupted before its first checkpoint
        told.runFolder = child;
        if (record.weightsFrom && !(options.weights.empty() && initialWeightsOf(project)))
            told.weights = checkpointOf(*record.weightsFrom);
    }
    return train::trainProject(std::move(own), std::move(told)).state;
} catch (const Error& error) {
    if (error.kind() != ErrorKind::diverged)
        throw;
    return RunState::diverged;
}

/// Means and sample standard deviations of the folds' measurements.
void summarise(CrossValidation& all)
{
    all.means.clear();
    all.deviations.clear();
    if (all.done.empty())
        return;
    for (const auto& [name, first] : all.done.front().values) {
        std::vector<double> values;
        for (const FoldResult& fold : all.done)
            if (const auto found = std::ranges::find(fold.values, name, &NamedValues::value_type::first);
                found != fold.values.end())
                values.push_back(found->second);
        if (values.size() < all.done.size())
            continue;
        const Spread spread = spreadOf(values);
        all.means.emplace_back(name, spread.mean);
        if (spread.deviation)
            all.deviations.emplace_back(name, *spread.deviation);
    }
}

} // namespace

fs::path FoldPlace::run() const
{
    return parent / foldsName / std::to_string(fold);
}

Message FoldPlace::words() const
{
    return Message(NS_MESSAGE("folds.fold", "fold {0} of {1}"), fold, folds);
}

Message CrossValidation::words() const
{
    return Message(NS_MESSAGE("folds.mean", "mean of {0} of {1:fold|folds}"), done.size(), folds);
}

Message CrossValidation::divergence() const
{
    std::optional<Message> list;
    for (const FoldResult& fold : diverged) {
        const Message one(NS_MESSAGE("folds.diverged_one", "fold {0}: {1}"), fold.place.fold, fold.divergence);
        list = list ? Message(NS_MESSAGE("folds.diverged_list", "{0}; {1}"), *list, one) : one;
    }
    return Message(NS_MESSAGE("folds.diverged", "{0} of {1:fold|folds} diverged and {2} ({3})"), diverged.size(), folds,
                   done.empty() ? Message(NS_MESSAGE("folds.no_mean", "there is no mean"))
                                : Message(NS_MESSAGE("folds.mean_of_others", "the mean is that of the others")),
                   *list);
}

bool isCrossValidation(const fs::path& run)
{
    const auto record = readRunRecord(run);
    return record && record->folds > 0;
}

const ParameterSpec& foldsSetting()
{
    static const ParameterSpec spec{
        .name = "folds",
        .title = NS_TEXT("run_column", "Folds"),
        .doc = NS_TEXT("training",
                       "Cross-validate: train once for each of N parts of the training samples, with that part for "
                       "validation"),
        .unit = {},
        .type = ParameterType::integer,
        .defaultValue = std::int64_t{0},
        .hard = Range{0.0, 1000.0},
        .usual = Range{5.0, 10.0},
        .choices = {}};
    return spec;
}

std::vector<std::vector<std::int32_t>> dealFolds(const Project& project, const data::DataSet& set, std::int64_t folds)
{
    if (std::ranges::any_of(set.train.fields, [](const data::Field& field) { return field.spec.stride > 0; }))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("folds.windows",
                               "the samples of \"{0}\" are overlapping windows, so one fold would hold what another trains on; "
                               "hold out a part with data.validation"),
                    set.id);
    return data::folds(set.train.field(train::learntFieldName(project)), folds, static_cast<std::uint64_t>(project.training.seed));
}

FoldResult resultOfFold(const FoldPlace& place, const RunRecord& record)
{
    FoldResult result{.place = place, .judgedBy = record.judgedBy, .values = record.values};
    if (record.state == RunState::diverged)
        result.divergence = record.error;
    else if (record.restoredStep)
        result.values = train::valuesOfStep(place.run() / "metrics.csv", *record.restoredStep);
    return result;
}

std::vector<FoldPlace> begunFolds(const fs::path& parent)
{
    std::vector<FoldPlace> places;
    const auto record = readRunRecord(parent);
    if (!record || record->folds == 0)
        return places;
    std::error_code code;
    for (fs::directory_iterator entry(parent / foldsName, code), end; !code && entry != end; entry.increment(code)) {
        const std::string name = entry->path().filename().string();
        FoldPlace place{parent, 0, record->folds};
        std::from_chars(name.data(), name.data() + name.size(), place.fold);
        if (place.fold < 1 || place.fold > place.folds || std::to_string(place.fold) != name)
            continue;
        if (const auto own = readRunRecord(entry->path()); own && own->folds == 0) // and no cross-validation itself
            places.push_back(std::move(place));
    }
    std::ranges::sort(places, {}, &FoldPlace::fold);
    return places;
}

fs::path parentOfFold(const fs::path& run)
{
    const fs::path folds = run.parent_path();
    return folds.filename() == foldsName ? folds.parent_path() : fs::path();
}

CrossValidation crossValidate(const Project& project, const CrossValidationOptions& options)
{
    const bool isNew = options.resume.empty();
    const RunFolder parent = !isNew ? RunFolder::open(options.resume)
        : options.runFolder.empty() ? RunFolder::createBeside(options.projectFile)
                                    : RunFolder::create(options.runFolder);
    const fs::path& folder = parent.path();
    RunRecord record;
    if (isNew) {
        try {
            parent.save(project).take();
            writeLists(project, options, parent);
            record = newParent(project, options);
            parent.save(record).take();
        } catch (const Error&) {
            parent.clear();
            throw;
        }
    } else {
        record = readRunRecord(folder).take();
        if (record.folds < 2)
            throw Error(ErrorKind::usage, NS_MESSAGE("folds.parent", "{0} is not a cross-validation; resume it without folds"),
                        folder.string());
        train::checkSameProject(folder, project, train::MayEnd::asItWasTo);
        parent.save(project).take();
    }
    CrossValidation all;
    all.run = folder;
    all.folds = record.folds;
    const auto keep = [&](RunState state, const std::string& error = {}) {
        summarise(all);
        record.state = all.state = state;
        record.error = error;
        record.updated = timestamp();
        record.values = all.means;
        record.deviations = all.deviations;
        record.judgedBy = all.done.empty() ? std::string() : all.done.front().judgedBy;
        parent.save(record).take();
    };
    try {
        for (std::int64_t fold = 1; fold <= record.folds; ++fold) {
            const FoldPlace place{folder, fold, record.folds};
            if (!isOver(place.run())
                && (options.stop.stop_requested() || trainFold(project, options, record, place) == RunState::stopped)) {
                keep(RunState::stopped);
                return all;
            }
            const RunRecord trained = readRunRecord(place.run()).take();
            const FoldResult result = resultOfFold(place, trained);
            (result.divergence.empty() ? all.done : all.diverged).push_back(result);
            record.deviceName = trained.deviceName;
            record.device = trained.device;
            record.data = trained.data;
            record.dataHash = trained.dataHash;
            record.dataFingerprint = trained.dataFingerprint;
            record.fingerprint = trained.fingerprint;
            record.parameters = trained.parameters;
            record.memoryBytes = std::max(record.memoryBytes, trained.memoryBytes);
            record.trainSamples = trained.trainSamples;
            record.validationSamples = trained.validationSamples;
            record.epochsDone = fold == 1 ? trained.epochsDone : record.epochsDone + trained.epochsDone;
            record.steps = fold == 1 ? trained.steps : record.steps + trained.steps;
            record.seconds = fold == 1 ? trained.seconds : record.seconds + trained.seconds;
            keep(RunState::running);
            if (options.done)
                options.done(result);
        }
        if (all.diverged.empty())
            keep(RunState::done);
        else
            keep(RunState::diverged, all.divergence().text());
    } catch (const Error& error) {
        if (error.cause() == MessageFacts::Cause::cancelled) {
            keep(RunState::stopped);
            return all;
        }
        keep(RunState::failed, error.what());
        throw;
    }
    return all;
}

} // namespace netsmith::runs
