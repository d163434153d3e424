#include "engine/twin/twin_format.h"

#include "engine/catalog/catalog.h"
#include "engine/core/error.h"
#include "engine/graph/blocks/layer_setting.h"
#include "engine/train/precision_name.h"

#include <algorithm>

namespace netsmith::twin {
namespace {

constexpr std::string_view int8Id = "int8";
constexpr const char* quantizationParameter = "quantization";

bool canRound(const LayerSpec& spec)
{
    const ParameterSpec* parameter = spec.parameter(quantizationParameter);
    return parameter && std::ranges::find(parameter->choices, int8Id, &Choice::id) != parameter->choices.end();
}

bool isNamed(const std::vector<std::string>& layers, const std::string& node)
{
    return std::ranges::any_of(layers, [&](const std::string& layer) { return node == layer || node.starts_with(layer + '/'); });
}

} // namespace

TwinFormat TwinFormat::named(const std::string& id)
{
    return id == int8Id ? TwinFormat{Precision::fp32, true} : TwinFormat{precisionFrom(id), false};
}

std::string TwinFormat::id() const
{
    return std::string(isInt8 ? int8Id : nameOf(precision));
}

Message TwinFormat::name() const
{
    return isInt8 ? Message(NS_MESSAGE("precision.int8", "int8")) : train::precisionName(precision);
}

Project TwinFormat::applied(const CheckedProject& checked) const
{
    Project project = checked.project();
    project.training.precision = nameOf(precision);
    if (!isInt8)
        return project;
    int rounding = 0;
    for (const Node& node : checked.flat().graph.nodes) {
        if (!canRound(*checked.catalog().layers->find(node.layer)))
            continue;
        const bool rounds = !isNamed(project.training.fp32Layers, node.id);
        setLayerParameter(project.graph, node.id, quantizationParameter, std::string(rounds ? int8Id : "none"));
        ++rounding;
    }
    if (rounding == 0)
        refuse(
            NS_MESSAGE("twin.no_int8",
                       "this network has no dense layers or convolutions, whose numbers could be rounded to 8 bits; compare with "
                       "another precision"));
    return project;
}

} // namespace netsmith::twin
