#include "gui/training/asked_network.h"

#include "engine/core/error.h"
#include "engine/fields/text/token_rows.h"
#include "gui/widgets/guarded.h"

namespace netsmith::gui {
namespace {

/// The text as a single sample of the network.
data::Field readText(const std::string& text, const AskedNetwork& network, PredictionAnswer& answer)
{
    const bool takesText = network.inputs.size() == 1 && network.inputs[0].vocabulary && network.inputs[0].shape.rank() == 1;
    if (!takesText)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("studio.no_text", "the network's input is not a single text; use a network trained on text"));
    const data::FieldSpec& input = network.inputs[0];
    answer.tokens = std::ssize(input.vocabulary->encoded(text));
    answer.room = input.shape[0];
    answer.unknown = input.vocabulary->unknownIn(text);
    data::NewField field = data::makeField(input, 1);
    data::writeTokens(text, input, field.bytes);
    return std::move(field.field);
}

/// The values of each sample as shown: for an output that predicts a class, the probability of every class.
std::vector<float> shownValues(const PredictedOutput& output, std::span<const float> numbers)
{
    const auto size = static_cast<std::size_t>(output.shape.elements());
    const bool tellsClass = output.numbersAClass() == output.shape.elements();
    std::vector<float> shown;
    for (std::size_t at = 0; at + size <= numbers.size(); at += size) {
        const auto one = numbers.subspan(at, size);
        const std::vector<double> values = tellsClass ? classAnswer(output, one).values : readableNumbers(output, one);
        shown.insert(shown.end(), values.begin(), values.end());
    }
    return shown;
}

/// Adds a layer's output: for the first sample, or for all points of the request's grid.
void observe(PredictionAnswer& answer, const PredictedOutput& output, const Shape& shape, std::span<const float> numbers,
             const PredictionRequest& request)
{
    const bool isInput = output.source == OutputSource::input;
    answer.pictures.push_back(inspect::pictureOf(output.node, shape, numbers, isInput));
    if (output.node == request.detailed)
        answer.detail = {inspect::pictureOf(output.node, shape, numbers, isInput, LayerDetail::limits),
                         inspect::histogramOf(numbers, answer.pictures.back().summary, LayerDetail::bins), request.grid};
}

/// Adds what the network, and with `observes` each of its layers, makes of every point of the request's grid.
void askGrid(PredictionAnswer& answer, const PredictionRequest& request, const AskedNetwork& network)
{
    constexpr std::int64_t unitsAtMost = 1024; // of a layer whose surfaces are shown
    constexpr std::int64_t together = 64; // points: what a wide layer makes of them is dropped at once
    const auto isWanted = [&](const PredictedOutput& output) {
        return output.source == OutputSource::objective || (request.observes && output.shape.elements() <= unitsAtMost);
    };
    const data::Field points = request.grid->samples(network.inputs[0]);
    std::vector<std::vector<float>> values(network.outputs.size());
    for (std::int64_t first = 0; first < points.count; first += together) {
        data::Field part = points;
        part.count = std::min(together, points.count - first);
        part.bytes = {points.bytes, points.bytes.get() + first * points.spec.strideBytes()};
        const std::vector<std::vector<float>> some = network.predict(std::span(&part, 1));
        for (std::size_t i = 0; i < values.size(); ++i)
            if (isWanted(network.outputs[i]))
                values[i].insert(values[i].end(), some[i].begin(), some[i].end());
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const PredictedOutput& output = network.outputs[i];
        if (!isWanted(output))
            continue;
        if (output.source == OutputSource::objective) {
            if (!answer.surface) {
                std::vector<float> shown = shownValues(output, values[i]);
                const std::int64_t width = std::ssize(shown) / request.grid->points();
                answer.surface = {*request.grid, width, std::move(shown)};
            }
            continue;
        }
        const Shape grid = request.grid->shape();
        std::vector<std::int64_t> sizes(grid.sizes().begin(), grid.sizes().end());
        sizes.push_back(output.shape.elements());
        observe(answer, output, Shape(std::span<const std::int64_t>(sizes)), values[i], request);
    }
}

} // namespace

PredictionAnswer answerOf(const PredictionRequest& request, const AskedNetwork& network)
{
    PredictionAnswer answer{.id = request.id, .run = network.run, .step = network.step, .live = network.live};
    std::vector<data::Field> samples = request.samples;
    if (request.text)
        samples = {readText(*request.text, network, answer)};
    // A network of another project may have answered.
    const bool hasGrid = request.grid && network.inputs.size() == 1 && hasInputGrid(network.inputs[0])
        && std::ssize(request.grid->axes) == network.inputs[0].shape[0];
    const std::vector<std::vector<float>> values = network.predict(samples);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const PredictedOutput& output = network.outputs[i];
        if (output.source == OutputSource::objective)
            answer.outputs.push_back({output.node, output.classNames, shownValues(output, values[i])});
        else if (request.observes && !hasGrid)
            observe(answer, output, output.shape, std::span(values[i]).first(static_cast<std::size_t>(output.shape.elements())),
                    request);
    }
    if (request.observes && request.explained && !hasGrid && network.explain)
        guarded([&] { answer.explanation = network.explain(*request.explained, samples, values); },
                [&](const Error& error) { answer.unexplained = error.message(); });
    if (request.observes && !request.weighed.empty() && network.weights)
        guarded(
            [&] {
                auto weights = std::make_shared<inspect::LayerWeights>(network.weights(request.weighed));
                weights->step = network.step;
                answer.weights = std::move(weights);
            },
            [&](const Error& error) { answer.unweighed = error.message(); });
    if (hasGrid)
        askGrid(answer, request, network);
    return answer;
}

} // namespace netsmith::gui
