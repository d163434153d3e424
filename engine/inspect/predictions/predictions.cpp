#include "engine/inspect/predictions/predictions.h"

#include "engine/fields/chosen_samples.h"
#include "engine/fields/element.h"
#include "engine/graph/project/settings.h"
#include "engine/predict/prediction.h"
#include "engine/train/setup.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace netsmith::inspect {
namespace {

constexpr std::int64_t bytesAtOnce = std::int64_t{16} << 20; ///< of samples, and of what is predicted for them

/// Adds what an output predicts to its outcomes.
class Collector {
public:
    Collector(const PredictedOutput& output, const PredictingNetwork& network, const data::DataSplit& split, OutputPredictions& out)
        : m_target(split.field(output.target.name))
        , m_lengths(m_target.spec.lengths.empty() ? nullptr : &split.field(m_target.spec.lengths))
        , m_out(out)
    {
        if (output.numbersAClass() > 0)
            out.classes.emplace(output);
        else
            out.values.emplace(output);
        const data::FieldSpec& spec = m_target.spec;
        if (std::ranges::find(network.inputs, spec.name, &data::FieldSpec::name) != network.inputs.end())
            m_scale = inputScale(network.settings, spec.type, spec.shape, spec.classes);
    }

    void add(std::int32_t position, std::int32_t sample, std::span<const float> numbers)
    {
        m_truths.clear();
        data::eachElement(m_target.spec.type, m_target.sample(sample),
                          [&](double number) { m_truths.push_back((number - m_scale.subtract) / m_scale.divide); });
        if (m_lengths) { // what is beyond the sample's length is unknown
            const auto rows = static_cast<std::size_t>(m_target.spec.shape[0]);
            const auto length = static_cast<std::size_t>(data::elementOf(m_lengths->spec.type, m_lengths->sample(sample).data()));
            std::fill(m_truths.begin() + static_cast<std::ptrdiff_t>(m_truths.size() / rows * std::min(length, rows)),
                      m_truths.end(), NAN);
        }
        if (m_out.values) {
            const std::vector<double> predicted = readableNumbers(m_out.output(), numbers);
            m_out.values->add(position, predicted, m_truths);
            return;
        }
        const auto size = static_cast<std::size_t>(m_out.output().numbersAClass());
        for (std::size_t step = 0; step < std::min(m_truths.size(), numbers.size() / size); ++step) {
            const double truth = m_truths[step];
            const bool padding = m_target.spec.padding && truth == static_cast<double>(*m_target.spec.padding);
            if (!std::isnan(truth) && !padding)
                m_out.classes->add(position, static_cast<std::int32_t>(step), static_cast<std::int64_t>(truth),
                                   numbers.subspan(step * size, size));
        }
    }

private:
    const data::Field& m_target;
    const data::Field* m_lengths;
    OutputPredictions& m_out;
    InputScale m_scale{};
    std::vector<double> m_truths;
};

bool hasTarget(const PredictedOutput& output)
{
    return output.source == OutputSource::objective && !output.target.name.empty();
}

std::int64_t samplesAtOnce(const PredictingNetwork& network)
{
    std::int64_t bytes = 1;
    for (const data::FieldSpec& input : network.inputs)
        bytes += input.sampleBytes();
    for (const PredictedOutput& output : network.outputs)
        bytes += output.shape.elements() * static_cast<std::int64_t>(sizeof(float));
    return std::max<std::int64_t>(1, bytesAtOnce / bytes / network.batch) * network.batch;
}

} // namespace

std::optional<std::vector<OutputPredictions>> predictionsOf(const PredictingNetwork& network, const PredictedSamples& samples,
                                                            const PredictionProgress& progress)
{
    std::vector<std::size_t> judged; // outputs
    for (std::size_t i = 0; i < network.outputs.size(); ++i)
        if (hasTarget(network.outputs[i]))
            judged.push_back(i);
    if (judged.empty() || network.inputs.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("predictions.no_target",
                               "no loss of the network learns a field of the data, so its predictions can't be compared with "
                               "anything"));
    std::vector<OutputPredictions> all(judged.size());
    std::vector<Collector> collectors;
    for (std::size_t i = 0; i < judged.size(); ++i)
        collectors.emplace_back(network.outputs[judged[i]], network, samples.split, all[i]);

    const std::int64_t together = samplesAtOnce(network);
    for (std::int64_t done = 0; done < std::ssize(samples.order); done += together) {
        if (progress && !progress(done))
            return std::nullopt;
        const auto part = samples.order.subspan(static_cast<std::size_t>(done),
                                                static_cast<std::size_t>(std::min(together, std::ssize(samples.order) - done)));
        std::vector<data::Field> given;
        for (const data::FieldSpec& input : network.inputs)
            given.push_back(data::chosenSamples(samples.split.field(input.name), part));
        const std::vector<std::vector<float>> numbers = network.predict(given);
        for (std::size_t o = 0; o < judged.size(); ++o) {
            const auto size = static_cast<std::size_t>(network.outputs[judged[o]].shape.elements());
            for (std::size_t i = 0; i < part.size(); ++i)
                collectors[o].add(static_cast<std::int32_t>(done + static_cast<std::int64_t>(i)), part[i],
                                  std::span(numbers[judged[o]]).subspan(i * size, size));
        }
    }
    if (progress && !progress(std::ssize(samples.order)))
        return std::nullopt;
    for (OutputPredictions& output : all)
        if (output.classes) {
            output.report = reportOf(*output.classes);
            output.cells = output.classes->cells();
        }
    return all;
}

std::vector<std::int32_t> spread(std::span<const std::int32_t> samples, std::int64_t atMost)
{
    const std::int64_t count = std::ssize(samples);
    if (atMost <= 0 || count <= atMost)
        return {samples.begin(), samples.end()};
    std::vector<std::int32_t> some;
    for (std::int64_t i = 0; i < atMost; ++i)
        some.push_back(samples[static_cast<std::size_t>(i * count / atMost)]);
    return some;
}

RunPredictions predictionsOfRun(const std::filesystem::path& run, const train::EvaluateOptions& options, std::int64_t atMost,
                                const std::function<void(std::int64_t done, std::int64_t all)>& progress)
{
    constexpr std::int64_t batch = 64; // as `Predictor`'s own
    RunPredictions out;
    train::JudgedSamples judged = train::samplesToJudge(openSavedRun(run, options.device), options);
    out.data = std::move(judged.data);
    out.part = judged.part;
    out.warnings = std::move(judged.warnings);
    out.split = std::move(judged.split);
    out.available = std::ssize(judged.samples);
    out.samples = spread(judged.samples, atMost);

    Predictor predictor(run, options.device, batch);
    out.checkpoint = predictor.checkpoint();
    out.step = predictor.step();
    out.epochsDone = predictor.epochsDone();
    const PredictingNetwork network{predictor.inputs(), predictor.outputs(),
                                    [&](std::span<const data::Field> samples) { return predictor.predict(samples); }, batch,
                                    predictor.settings()};
    if (!predictor.inputs().empty())
        out.input = predictor.inputs().front().name;
    auto outputs = predictionsOf(network, {out.split, out.samples}, [&](std::int64_t done) {
        if (progress)
            progress(done, std::ssize(out.samples));
        return !options.stop.stop_requested();
    });
    if (!outputs)
        train::throwStopped();
    out.outputs = std::move(*outputs);
    return out;
}

RunPredictions predictionsOfLiveRun(train::LiveRun& run, bool training, double seconds)
{
    const train::TrainingData& data = run.setup().data();
    const bool validates = !data.validation.empty() && !training;
    const std::vector<std::int32_t>& all = validates ? data.validation : data.train;
    RunPredictions out;
    out.step = run.position().step;
    out.epochsDone = run.position().epoch - 1;
    out.data = data.loaded.words;
    out.part = validates ? train::Evaluation::Part::validation : train::Evaluation::Part::training;
    out.split = validates ? data.validationSplit() : data.trainSplit();
    out.available = std::ssize(all);
    const PredictingNetwork network{run.inputs(), run.outputs(),
                                    [&](std::span<const data::Field> samples) { return run.predict(samples); }, run.setup().batch(),
                                    run.setup().project().data};
    if (!run.inputs().empty())
        out.input = run.inputs().front().name;
    const auto ask = [&](std::int64_t count) {
        out.samples = spread(all, count);
        out.outputs = predictionsOf(network, {out.split, out.samples}).value();
    };
    const train::Stopwatch watch;
    ask(network.batch);
    const auto batches = static_cast<std::int64_t>(std::min(seconds / std::max(watch.seconds(), 1e-9), 1e9));
    if (batches > 1 && out.available > network.batch)
        ask(batches * network.batch);
    return out;
}

} // namespace netsmith::inspect
