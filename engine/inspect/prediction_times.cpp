#include "engine/inspect/prediction_times.h"

#include "engine/catalog/catalog.h"
#include "engine/plan/precisions.h"
#include "engine/predict/field_types.h"
#include "engine/predict/network_prediction.h"
#include "engine/train/trainer/launch_pacer.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

/// `count` samples from `first` on, again from the start where the field ends.
data::Field samplesFrom(const data::Field& field, std::int64_t first, std::int64_t count)
{
    data::Field part = field;
    part.count = count;
    const std::int64_t stride = field.spec.strideBytes();
    if (first + count <= field.count) {
        part.bytes = std::shared_ptr<const std::byte[]>(field.bytes, field.bytes.get() + first * stride);
        return part;
    }
    part.spec.stride = 0;
    const std::int64_t bytes = field.spec.sampleBytes();
    const data::Bytes copy = data::allocateBytes(count * bytes);
    for (std::int64_t i = 0; i < count; ++i)
        std::ranges::copy(field.sample((first + i) % field.count), copy.get() + i * bytes);
    part.bytes = copy;
    return part;
}

} // namespace

double percentileOf(std::span<const double> sorted, double share)
{
    if (sorted.empty())
        return 0.0;
    const double rank = std::ceil(share * static_cast<double>(sorted.size()));
    return sorted[std::min(static_cast<std::size_t>(std::max(rank, 1.0)), sorted.size()) - 1];
}

PredictionTimes timePredictions(const Project& project, bool fuse, Backend& backend, const data::DataSplit& samples,
                                std::int64_t batch, const PredictionGoal& goal, const PreparingWatch& watch)
{
    const CheckedProject checked(project, catalog(), fieldTypes(samples));
    CompiledNetwork network(backend, {checked, precisionFrom(project.training.precision), {.fuse = fuse}, {programs::predict}},
                            {batch}, watch);
    network.drawWeights();
    std::vector<data::FieldSpec> specs;
    for (const data::Field& field : samples.fields)
        specs.push_back(field.spec);
    NetworkPrediction prediction(network, project, specs);
    std::int64_t position = 0;
    const auto call = [&] {
        std::vector<data::Field> given;
        for (const data::FieldSpec& input : prediction.inputs()) {
            const data::Field& field = samples.field(input.name);
            given.push_back(samplesFrom(field, position % field.count, batch));
        }
        position += batch;
        const train::Stopwatch time;
        prediction.predict(given, batch);
        return time.seconds();
    };
    // Caches, pages and clocks settle.
    double warm = 0.0;
    do {
        warm += call();
        watch.throwIfStopped();
    } while (warm < goal.seconds / 4);
    std::vector<double> each;
    double seconds = 0.0;
    while (seconds < goal.seconds || each.size() < static_cast<std::size_t>(goal.calls)) {
        each.push_back(call());
        seconds += each.back();
        watch.throwIfStopped();
    }
    std::ranges::sort(each);
    return {batch,
            static_cast<int>(each.size()),
            percentileOf(each, 0.5),
            percentileOf(each, 0.9),
            percentileOf(each, 0.99),
            static_cast<double>(batch) * static_cast<double>(each.size()) / seconds};
}

} // namespace netsmith::inspect
