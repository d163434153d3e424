#include "engine/compress/quantization/calibration.h"

#include "engine/compress/pruning.h"
#include "engine/fields/chosen_samples.h"
#include "engine/predict/prediction.h"
#include "engine/predict/preparing.h"
#include "engine/train/trainer/resumption.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace netsmith::compress {
namespace {

/// At most `count` of them, evenly spread.
std::vector<std::int32_t> spreadOf(const std::vector<std::int32_t>& all, std::int64_t count)
{
    std::vector<std::int32_t> some;
    const std::int64_t size = std::ssize(all), wanted = std::min(size, count);
    for (std::int64_t i = 0; i < wanted; ++i)
        some.push_back(all[static_cast<std::size_t>(i * size / wanted)]);
    return some;
}

/// The layer that makes the first input of each.
std::map<std::string, std::string> layersBefore(const CheckedProject& checked, std::span<const std::string> layers)
{
    const Graph& graph = checked.flat().graph;
    std::map<std::string, std::string> before;
    for (const std::string& layer : layers)
        for (const Edge& edge : graph.edges)
            if (edge.to.node == layer) {
                before[layer] = edge.from.node;
                break;
            }
    return before;
}

/// What the network makes of calibration samples, batch by batch.
class CalibrationRun {
public:
    CalibrationRun(const SavedRun& run, train::LoadedData data, const std::vector<std::string>& watched,
                   const CalibrationOptions& options)
        : m_options(options)
        , m_data(divided(run, std::move(data)))
        , m_samples(spreadOf(m_data.train, options.samples))
        , m_predictor(run, std::min<std::int64_t>(Predictor::usualBatch, std::max<std::int64_t>(1, std::ssize(m_samples))), watched)
    {
        train::checkSameData(run.record, m_data); // a stand-in's ranges would be of no use
    }

    /// Calls `use(layer, numbers)` for all that a layer makes of each batch.
    template <class Use>
    void each(Use use)
    {
        const std::int64_t batch = m_predictor.network().batch();
        for (std::int64_t first = 0; first < std::ssize(m_samples); first += batch) {
            PreparingWatch{.report = {}, .stop = m_options.stop}.throwIfStopped();
            const auto count = std::min(batch, std::ssize(m_samples) - first);
            const auto part = std::span(m_samples).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
            std::vector<data::Field> given;
            for (const data::FieldSpec& input : m_predictor.inputs())
                given.push_back(data::chosenSamples(m_data.trainSplit().field(input.name), part));
            const std::vector<std::vector<float>> numbers = m_predictor.predict(given, count);
            for (std::size_t i = 0; i < numbers.size(); ++i)
                if (m_predictor.outputs()[i].source != OutputSource::objective)
                    use(m_predictor.outputs()[i].node, std::span(numbers[i]));
        }
    }

private:
    static train::TrainingData divided(const SavedRun& run, train::LoadedData data)
    {
        data.learnt = run.record.fields;
        return train::divideData(run.project, std::move(data));
    }

    const CalibrationOptions& m_options;
    train::TrainingData m_data;
    std::vector<std::int32_t> m_samples;
    Predictor m_predictor;
};

} // namespace

SeenNumbers seenIn(const InputHistogram& histogram)
{
    constexpr std::size_t together = InputHistogram::parts / SeenNumbers::parts;
    SeenNumbers seen{.low = histogram.low, .high = histogram.high};
    const double all = std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0.0);
    for (std::size_t i = 0; i < InputHistogram::parts && all > 0.0; ++i)
        seen.shares[i / together] += histogram.counts[i] / all;
    return seen;
}

std::map<std::string, InputHistogram> inputHistograms(const SavedRun& run, std::span<const std::string> layers,
                                                      train::LoadedData data, const CalibrationOptions& options)
{
    const CheckedProject checked = checkedRun(run);
    const std::map<std::string, std::string> before = layersBefore(checked, layers);
    std::set<std::string> watched;
    for (const auto& [layer, source] : before)
        watched.insert(source);
    CalibrationRun samples(run, std::move(data), {watched.begin(), watched.end()}, options);

    std::map<std::string, InputHistogram> found;
    samples.each([&](const std::string& layer, std::span<const float> numbers) {
        InputHistogram& histogram = found[layer];
        for (const float number : numbers) {
            if (!std::isfinite(number))
                refuse(NS_MESSAGE("compress.not_finite",
                                  "\"{0}\" makes a number of a training sample that is not finite, so that no range holds its "
                                  "results; look for the cause with \"netsmith-cli doctor\", or leave out the layers that read it"),
                       layer);
            histogram.low = std::min(histogram.low, double{number});
            histogram.high = std::max(histogram.high, double{number});
        }
    });
    samples.each([&](const std::string& layer, std::span<const float> numbers) {
        InputHistogram& histogram = found[layer];
        const double perPart = histogram.width() > 0.0 ? 1.0 / histogram.width() : 0.0;
        for (const float number : numbers) {
            const auto part = static_cast<std::size_t>((double{number} - histogram.low) * perPart);
            histogram.counts[std::min(part, InputHistogram::parts - 1)] += 1.0;
        }
    });
    std::map<std::string, InputHistogram> histograms;
    for (const auto& [layer, source] : before)
        histograms[layer] = found[source];
    return histograms;
}

} // namespace netsmith::compress
