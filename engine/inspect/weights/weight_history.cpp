#include "engine/inspect/weights/weight_history.h"

#include "engine/catalog/catalog.h"
#include "engine/core/error.h"
#include "engine/core/files/mapped_file.h"
#include "engine/ops/control.h"
#include "engine/predict/field_types.h"
#include "engine/predict/saved_run.h"
#include "engine/predict/weight_source.h"
#include "engine/store/checkpoint.h"
#include "engine/store/run_folder.h"
#include "engine/train/trainer/resumption.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::inspect {
namespace {

/// A moment's arrays; those of a checkpoint are views of its file.
struct MomentWeights {
    std::int64_t step = 0;
    std::vector<WeightArray> arrays{};
};

MomentWeights readMoment(const std::filesystem::path& folder, const WeighedLayer& layer)
{
    const Checkpoint checkpoint = readCheckpoint(folder, CheckpointPart::weights).take();
    MomentWeights moment{.step = control::stepsTaken(checkpoint.state.position.counters)};
    for (const WeightFacts& facts : layer.arrays)
        moment.arrays.push_back(weightArray(facts, checkpoint.weights, folder.string()));
    return moment;
}

/// As they were before the first step.
MomentWeights firstWeights(const RunWeights& run, const WeighedLayer& layer)
{
    const SavedRun saved = openSavedRun(run.run(), {});
    MomentWeights moment;
    std::optional<WeightSource> source;
    std::optional<train::WeightMatching> chosen;
    if (const auto from = initialWeightsOf(saved.project))
        chosen = train::matchInitialWeights(*from, CheckedProject(saved.project, catalog(), fieldTypes(saved.record.fields)));
    else if (saved.record.weightsFrom) // a run from before projects named them
        source = weightSource(checkpointOf(*saved.record.weightsFrom));
    for (const WeightFacts& facts : layer.arrays) {
        if (source) {
            moment.arrays.push_back(weightArray(facts, source->arrays, source->name));
            continue;
        }
        if (chosen) {
            const auto& rows = chosen->matching.rows;
            const auto row = std::ranges::find_if(rows, [&](const interop::WeightRow& one) {
                return one.isFound() && one.weight.layer + "." + one.weight.name == facts.id;
            });
            if (row != rows.end()) {
                auto given = std::make_shared<std::vector<float>>(interop::numbersOf(chosen->file, *row));
                moment.arrays.push_back({facts, *given, given});
                continue;
            }
        }
        auto numbers = std::make_shared<std::vector<float>>(
            facts.initializer ? drawInitial(*facts.initializer, facts.shape, layer.seed, facts.id)
                              : std::vector<float>(static_cast<std::size_t>(facts.shape.elements()), facts.constant));
        moment.arrays.push_back({facts, *numbers, numbers});
    }
    return moment;
}

double normOfDifference(std::span<const float> a, std::span<const float> b)
{
    double squares = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
        squares += difference * difference;
    }
    return std::sqrt(squares);
}

WeightPoint pointOf(std::span<const float> numbers)
{
    WeightPoint point;
    double squares = 0.0;
    for (const float number : numbers) {
        squares += static_cast<double>(number) * static_cast<double>(number);
        point.notFinite += std::isfinite(number) ? 0 : 1;
    }
    point.norm = std::sqrt(squares);
    point.rms = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, numbers.size())));
    return point;
}

std::vector<std::int64_t> countsOf(std::span<const float> numbers, double least, double most, int bins)
{
    std::vector<std::int64_t> counts(static_cast<std::size_t>(bins));
    for (const float number : numbers) {
        if (!std::isfinite(number))
            continue;
        const double share = most > least ? (static_cast<double>(number) - least) / (most - least) : 0.5;
        const auto bin = static_cast<std::size_t>(share * bins);
        ++counts[std::min(bin, counts.size() - 1)];
    }
    return counts;
}

ArrayHistory historyOf(const std::vector<MomentWeights>& moments, std::size_t index, bool knowsFirst, const HistoryOptions& options)
{
    const WeightFacts& facts = moments.front().arrays[index].facts;
    ArrayHistory history{.name = facts.name, .shape = facts.shape};
    history.least = std::numeric_limits<double>::infinity();
    history.most = -history.least;
    for (std::size_t i = 0; i < moments.size(); ++i) {
        stopIfRequested(options.stop);
        const std::span<const float> numbers = moments[i].arrays[index].numbers;
        for (const float number : numbers)
            if (std::isfinite(number)) {
                history.least = std::min(history.least, static_cast<double>(number));
                history.most = std::max(history.most, static_cast<double>(number));
            }
        WeightPoint point = pointOf(numbers);
        if (knowsFirst)
            point.distance = normOfDifference(numbers, moments.front().arrays[index].numbers);
        if (i > 0) {
            point.change = normOfDifference(numbers, moments[i - 1].arrays[index].numbers);
            if (const std::int64_t steps = moments[i].step - moments[i - 1].step; steps > 0)
                point.update = *point.change / static_cast<double>(steps);
        }
        history.points.push_back(point);
    }
    if (history.least > history.most)
        history.least = history.most = 0.0;
    for (const MomentWeights& moment : moments) {
        stopIfRequested(options.stop);
        history.counts.push_back(countsOf(moment.arrays[index].numbers, history.least, history.most, options.bins));
    }
    return history;
}

} // namespace

WeightHistory weightHistory(const RunWeights& run, const WeighedLayer& layer, const HistoryOptions& options)
{
    WeightHistory history{.node = layer.node};
    const CheckpointStore store(run.run() / RunFolder::checkpointsName);
    const std::vector<std::int64_t> steps = store.steps();
    // The state carried from batch to batch is no weight, and not always kept.
    WeighedLayer weighed = layer;
    std::erase_if(weighed.arrays,
                  [&](const WeightFacts& facts) { return facts.use == WeightUse::statistic && !run.hasArray(facts.id); });
    std::vector<MomentWeights> moments;
    std::int64_t done = 0;
    for (const std::int64_t step : steps) {
        stopIfRequested(options.stop);
        if (options.progress)
            options.progress(done++, std::ssize(steps));
        try {
            moments.push_back(readMoment(store.at(step), weighed));
        } catch (const Error& error) {
            history.skipped.push_back(error.message());
        }
    }
    if (moments.empty())
        refuse(NS_MESSAGE("weights.moments", "no checkpoint of {0} can be read: {1}"), run.run().string(),
               history.skipped.empty()
                   ? Message(NS_MESSAGE("weights.no_moments", "it has none yet; train until the first one is written"))
                   : history.skipped.front());
    bool knowsFirst = moments.front().step == 0;
    if (!knowsFirst)
        try {
            moments.insert(moments.begin(), firstWeights(run, weighed));
            history.beginsWithFirst = knowsFirst = true;
        } catch (const Error& error) {
            history.firstUnknown = error.message();
        }
    for (const MomentWeights& moment : moments)
        history.steps.push_back(moment.step);
    for (std::size_t i = 0; i < weighed.arrays.size(); ++i)
        history.arrays.push_back(historyOf(moments, i, knowsFirst, options));
    // What was truncated meanwhile was read as zeros.
    for (const MomentWeights& moment : moments)
        for (const WeightArray& array : moment.arrays)
            checkMapped(std::as_bytes(array.numbers));
    if (options.progress)
        options.progress(std::ssize(steps), std::ssize(steps));
    return history;
}

} // namespace netsmith::inspect
