#include "gui/attribution/attribution_report.h"

#include "engine/core/error.h"
#include "engine/fields/element.h"
#include "engine/fields/text/token_rows.h"
#include "engine/graph/project/settings.h"

#include <algorithm>
#include <cstring>

namespace netsmith::gui {
namespace {

using Method = inspect::AttributionMethod;

/// In the order in which they are tried for a network of an unknown kind.
constexpr Method preferred[] = {Method::integratedGradients, Method::inputGradient, Method::occlusion};

/// The end of the text, with padding before it, as when the network continues it.
void writeEnd(const data::Vocabulary& vocabulary, const std::string& text, const data::FieldSpec& input, std::byte* out)
{
    std::vector<std::int32_t> tokens = vocabulary.encoded(text);
    const auto room = static_cast<std::size_t>(input.shape[0]);
    if (tokens.size() > room)
        tokens.erase(tokens.begin(), tokens.end() - static_cast<std::ptrdiff_t>(room));
    tokens.insert(tokens.begin(), room - tokens.size(), data::Vocabulary::padding);
    for (std::size_t i = 0; i < room; ++i)
        if (input.type == DataType::u8)
            out[i] = static_cast<std::byte>(tokens[i]);
        else
            std::memcpy(out + i * sizeof(std::int32_t), &tokens[i], sizeof(std::int32_t));
}

data::Field readText(const AttributedSample& sample, const std::vector<data::FieldSpec>& inputs)
{
    if (inputs.size() != 1 || !inputs[0].vocabulary || inputs[0].shape.rank() != 1)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("studio.attribution_text",
                               "this network does not read a single text; use one that was trained on text, or choose a sample of "
                               "its own data"));
    data::NewField field = data::makeField(inputs[0], 1);
    if (sample.continues)
        writeEnd(*inputs[0].vocabulary, *sample.text, inputs[0], field.bytes);
    else
        data::writeTokens(*sample.text, inputs[0], field.bytes);
    return std::move(field.field);
}

/// The sample's fields that the network reads, in its order.
std::vector<data::Field> inputsOf(const AttributedSample& sample, const std::vector<data::FieldSpec>& inputs)
{
    if (sample.text)
        return {readText(sample, inputs)};
    std::vector<data::Field> fields;
    for (const data::FieldSpec& input : inputs) {
        auto found = std::ranges::find(sample.fields, input.name, [](const data::Field& field) { return field.spec.name; });
        if (found == sample.fields.end())
            throw Error(ErrorKind::input,
                        NS_MESSAGE("studio.attribution_input",
                                   "this network reads \"{0}\", which the sample does not have; choose a sample of the data that "
                                   "the network was trained on"),
                        input.name);
        fields.push_back(*found);
    }
    return fields;
}

bool isPictureOfBytes(const data::FieldSpec& input)
{
    return input.type == DataType::u8 && input.classes == 0 && input.shape.rank() == 3;
}

/// As the network reads it.
double baselineOf(AttributionWishes::Ground ground, const data::FieldSpec& input, const DataSettings& settings)
{
    constexpr double brightest = 255.0;
    const InputScale scale = inputScale(settings, input.type, input.shape, input.classes);
    const double level = ground == AttributionWishes::Ground::black ? 0.0
        : ground == AttributionWishes::Ground::grey                 ? brightest / 2.0
                                                                    : brightest;
    return (level - scale.subtract) / scale.divide;
}

} // namespace

AttributionReport reportOf(inspect::AttributionNetwork& network, const AttributedSample& sample, const AttributionWishes& wishes,
                           const std::stop_token& stop, const std::function<void(std::int64_t done, std::int64_t all)>& progress)
{
    AttributionReport report{.step = network.step(), .sample = sample, .wishes = wishes};
    report.inputs = inputsOf(sample, network.inputs());
    if (network.outputs().empty())
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("studio.attribution_output", "no loss applies to an output of this network; give one of its layers a loss"));
    report.output = network.outputs().front();
    report.layers = network.layersWithMaps();
    for (int i = 0; i < inspect::attributionMethods; ++i)
        report.suits[static_cast<std::size_t>(i)] = network.suits(static_cast<Method>(i));
    report.method = wishes.method.value_or(*std::ranges::find_if(preferred, [&](Method method) { return network.suits(method); }));
    inspect::AttributionRequest request{.method = report.method,
                                        .target = wishes.target,
                                        .layer = std::ranges::count(report.layers, wishes.layer) > 0 ? wishes.layer : std::string(),
                                        .steps = wishes.steps,
                                        .patch = wishes.patch,
                                        .stop = stop,
                                        .progress = progress};
    const std::int64_t targets = report.tellsClass() ? report.output.target.classes : report.output.shape.elements();
    if (request.target && *request.target >= targets) // another network was asked before
        request.target.reset();
    if (const auto picture = std::ranges::find_if(network.inputs(), isPictureOfBytes); picture != network.inputs().end()) {
        report.hasGround = report.method == Method::integratedGradients || report.method == Method::occlusion;
        request.baseline = baselineOf(wishes.ground, *picture, network.settings());
    }
    try {
        report.explanation = network.explain(report.inputs, request);
    } catch (const Error& error) {
        if (stop.stop_requested() || error.kind() != ErrorKind::input)
            throw;
        report.problem = error.message();
    }
    return report;
}

} // namespace netsmith::gui
