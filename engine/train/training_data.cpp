#include "engine/train/training_data.h"

#include "engine/catalog/catalog.h"
#include "engine/core/error.h"
#include "engine/core/files/safe_file.h"
#include "engine/core/host_memory.h"
#include "engine/core/parallel.h"
#include "engine/data/order.h"
#include "engine/data/source.h"
#include "engine/data/split.h"
#include "engine/fields/columns.h"
#include "engine/fields/field_fit.h"
#include "engine/graph/blocks/blocks.h"
#include "engine/train/project_checks.h"

#include <algorithm>

namespace netsmith::train {
namespace {

void checkLabels(const data::DataSet& set)
{
    for (const data::DataSplit* split : {&set.train, &set.test})
        for (const data::Field& field : split->fields)
            if (field.spec.classes > 0)
                data::checkClasses(field, set.origin.text());
}

/// Warns of values in a table's columns that no training sample has.
void warnOfUnseen(data::DataSet& set, const data::Field& raw, const data::FieldSpec& fitted, std::span<const std::int32_t> samples)
{
    const std::vector<std::int64_t> counts = data::unseenCounts(raw, fitted, samples);
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            set.warnings.emplace_back(
                NS_MESSAGE("data.unseen",
                           "{0:validation sample has|validation samples have} a category in the column \"{1}\" that no training "
                           "sample has; it is read as none"),
                counts[i], fitted.columns[i].name);
}

/// The fit of a raw field: that of the run being resumed, so that numbers stay the same; else from the training samples only.
data::FieldSpec fitOf(const TrainingData& data, const data::Field& raw)
{
    const std::vector<data::FieldSpec>& fields = data.loaded.learnt;
    const auto learnt = std::ranges::find(fields, raw.spec.name, &data::FieldSpec::name);
    if (learnt == fields.end())
        return data::fitField(raw, data.train);
    data::requireFit(raw.spec, *learnt);
    return raw.spec.tokensAtMost > 0 && !learnt->vocabulary ? data::fitField(raw, data.train) : *learnt;
}

/// The scaling of numeric targets: that of the run being resumed, else from the training samples.
void fitScales(TrainingData& data)
{
    data::DataSet& set = data.loaded.set;
    for (std::size_t i = 0; i < set.train.fields.size(); ++i) {
        data::FieldSpec& spec = set.train.fields[i].spec;
        if (spec.scaledColumns == 0)
            continue;
        const auto learnt = std::ranges::find(data.loaded.learnt, spec.name, &data::FieldSpec::name);
        const bool known = learnt != data.loaded.learnt.end() && std::ssize(learnt->scales) == spec.scaledColumns;
        spec.scales = known ? learnt->scales : data::fitScales(set.train.fields[i], data.train);
        if (i < set.test.fields.size())
            set.test.fields[i].spec.scales = spec.scales;
    }
}

/// Raw fields as networks read them.
void fitFields(TrainingData& data)
{
    data::DataSet& set = data.loaded.set;
    for (std::size_t i = 0; i < set.train.fields.size(); ++i) {
        data::Field& train = set.train.fields[i];
        if (!data::isRaw(train.spec))
            continue;
        const data::FieldSpec fitted = fitOf(data, train);
        if (!fitted.columns.empty() && !data.validation.empty())
            warnOfUnseen(set, data.heldOut ? train : set.test.fields[i], fitted, data.validation);
        train = data::applyFit(train, fitted);
        if (i < set.test.fields.size())
            set.test.fields[i] = data::applyFit(set.test.fields[i], fitted);
    }
}

/// The target of the project's losses: the class field, if there is one.
const data::Field& learntField(const Project& project, const data::DataSplit& split)
{
    return split.field(learntFieldName(project));
}

data::Partition partsOf(const Project& project, const data::DataSet& set)
{
    const DataSettings& settings = project.data;
    const auto seed = static_cast<std::uint64_t>(project.training.seed);
    if (settings.validation == "stratified")
        return data::stratifiedPartition(learntField(project, set.train), settings.validationSplit, seed);
    if (settings.validation == "file")
        return data::namedPartition(readTextFile(settings.validationFile).take(), settings.validationFile, set.train.names,
                                    set.train.count());
    const bool splits = settings.validation == "split";
    const std::int64_t testCount = settings.validation == "test" ? set.test.count() : 0;
    return data::partition(set.train.count(), testCount, splits ? settings.validationSplit : 0.0, seed);
}

/// The samples as consecutive batches; too few for one stay as they are.
void followOn(std::vector<std::int32_t>& samples, const data::DataSplit& split, std::int64_t batch)
{
    if (batch < 1 || std::ssize(samples) < batch)
        return;
    const bool windows = std::ranges::any_of(split.fields, [](const data::Field& field) { return field.spec.stride > 0; });
    if (windows)
        samples = data::laneOrder(samples, batch);
    else
        samples.resize(samples.size() - samples.size() % static_cast<std::size_t>(batch));
}

void followOn(TrainingData& data, const TrainingSettings& training)
{
    if (!data.validation.empty() && std::ssize(data.validation) < training.batch)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.few_to_judge",
                               "{0:sample validates|samples validate}, and a network that carries its state from batch to batch "
                               "reads whole batches, of {1}; choose a smaller batch, or set data.validation to none"),
                    data.validation.size(), training.batch);
    followOn(data.train, data.trainSplit(), training.batch);
    followOn(data.validation, data.validationSplit(), training.batch);
}

} // namespace

DataExtent TrainingData::extent() const
{
    const bool both = !validation.empty() && !heldOut;
    return {trainSplit().count() + (both ? validationSplit().count() : 0),
            bytes(),
            trainSplit().mapped,
            !validation.empty(),
            trainSplit().slotBytes(),
            trainSplit().copiedBytes() + (both ? validationSplit().copiedBytes() : 0)};
}

LoadedData loadData(const Project& project, const std::filesystem::path& dataDir, const data::Watch& watch)
{
    const data::DataPaths paths = data::dataPaths(dataDir);
    const data::Resolved resolved = data::resolve(project.data, paths);
    return {resolved.source->load(paths, watch).take(), resolved.words, resolved.standIn};
}

LoadedData readData(const Project& project, const std::filesystem::path& dataDir, const PreparingWatch& watch)
{
    checkAddressSpace(threadCount()).take(); // it may be read by threads
    const Message words(NS_MESSAGE("prepare.reading", "Reading {0}"), titleOf(data::source(project.data.source).info()));
    watch.tell(PreparingStage::reading, words);
    data::Watch reading{.report = {}, .stop = watch.stop};
    if (watch.report)
        reading.report = [&](const data::Progress& progress) {
            watch.report({PreparingStage::reading, words, progress.done, progress.total});
        };
    return loadData(project, dataDir, reading);
}

bool keepsStates(const Project& project)
{
    return statefulNode(hasBlocks(project.graph) ? unfoldBlocks(project.graph, *catalog().layers).graph : project.graph,
                        *catalog().layers)
        != nullptr;
}

TrainingData divideData(const Project& project, LoadedData loaded)
{
    checkLabels(loaded.set);
    const std::int64_t trainCount = loaded.set.train.count();
    const std::int64_t testCount = loaded.set.test.count();
    if (trainCount == 0)
        throw Error(ErrorKind::input, NS_MESSAGE("data.empty_set", "the data set \"{0}\" has no training samples"), loaded.set.id);
    TrainingData out;
    const std::string& validation = project.data.validation;
    if (validation == "test" && testCount == 0)
        throw Error(ErrorKind::input, noTestSamples(loaded.set.id));
    data::Partition parts = partsOf(project, loaded.set);
    out.loaded = std::move(loaded);
    out.train = std::move(parts.train);
    out.validation = std::move(parts.validation);
    out.heldOut = parts.heldOut;
    fitFields(out);
    fitScales(out);
    if (keepsStates(project))
        followOn(out, project.training);
    return out;
}

} // namespace netsmith::train
