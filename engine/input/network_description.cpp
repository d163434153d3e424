#include "engine/input/network_description.h"

#include "engine/input/images/image_loading.h"

#include <cmath>

namespace netsmith::data {
namespace {

Json sizesOf(const Shape& shape)
{
    const auto sizes = shape.sizes();
    return std::vector<std::int64_t>(sizes.begin(), sizes.end());
}

std::string_view kindOf(const FieldSpec& input, const DataSettings& settings)
{
    if (imageFormatOf(input, settings))
        return "picture";
    if (input.vocabulary && input.shape.rank() == 1)
        return "text";
    if (input.columns.empty())
        return "numbers";
    return input.shape.rank() == 1 ? "rows" : "series";
}

std::string_view kindOf(const PredictedOutput& output)
{
    switch (output.form) {
    case OutputForm::shares: return "probabilities";
    case OutputForm::softmaxLogits:
    case OutputForm::sigmoidLogits: return "logits";
    case OutputForm::numbers: break;
    }
    return output.numbersAClass() > 0 ? "scores" : "numbers";
}

Json inputJson(const FieldSpec& input, const DataSettings& settings)
{
    Json json{
        {"name", input.name}, {"kind", kindOf(input, settings)}, {"type", nameOf(input.type)}, {"shape", sizesOf(input.shape)}};
    if (input.classes > 0)
        json["classes"] = input.classes;
    for (const Column& column : input.columns)
        json["columns"].push_back(column.name);
    return json;
}

Json outputJson(const PredictedOutput& output)
{
    Json json{{"name", output.node}, {"target", output.target.name}, {"shape", sizesOf(output.shape)}, {"kind", kindOf(output)}};
    if (output.numbersAClass() > 0 && !output.target.vocabulary)
        for (std::int64_t i = 0; i < output.target.classes; ++i)
            json["classes"].push_back(output.nameOf(i));
    return json;
}

} // namespace

Json describe(const Predictor& predictor)
{
    Json json{{"title", predictor.project().title},
              {"parameters", predictor.record().parameters},
              {"precision", predictor.project().training.precision},
              {"epoch", predictor.epochsDone()},
              {"step", predictor.step()},
              {"figures", Json::object()},
              {"inputs", Json::array()},
              {"outputs", Json::array()}};
    for (const auto& [name, value] : predictor.record().values)
        if (std::isfinite(value))
            json["figures"][name] = value;
    for (const FieldSpec& input : predictor.inputs())
        json["inputs"].push_back(inputJson(input, predictor.settings()));
    for (const PredictedOutput& output : predictor.outputs())
        json["outputs"].push_back(outputJson(output));
    return json;
}

} // namespace netsmith::data
