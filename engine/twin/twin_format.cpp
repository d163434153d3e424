#include "engine/twin/twin_format.h"

#include "engine/catalog/catalog.h"
#include "engine/core/error.h"
#include "engine/graph/blocks/layer_setting.h"
#include "engine/train/precision_name.h"

#include <algorithm>
#include <functional>

namespace netsmith::twin {
namespace {

constexpr std::string_view int8Id = "int8";
constexpr const char* quantizationParameter = "quantization";

bool canRound(const LayerSpec& spec)
{
    const ParameterSpec* parameter = spec.parameter(quantizationParameter);
    return parameter && std::ranges::find(parameter->choices, int8Id, &Choice::id) != parameter->choices.end();
}

/// Has the layers that can round do so, or not; returns how many can.
int setRounding(Project& project, const CheckedProject& checked, const std::function<bool(const std::string& node)>& rounds)
{
    checked.requireOk();
    int count = 0;
    for (const Node& node : checked.flat().graph.nodes) {
        if (!canRound(*checked.catalog().layers->find(node.layer)))
            continue;
        setLayerParameter(project.graph, node.id, quantizationParameter, std::string(rounds(node.id) ? int8Id : "none"));
        ++count;
    }
    return count;
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

Project TwinFormat::exact(const CheckedProject& checked) const
{
    Project project = checked.project();
    project.training.precision = nameOf(Precision::fp32);
    if (isInt8)
        setRounding(project, checked, [](const std::string&) { return false; });
    return project;
}

Project TwinFormat::applied(const CheckedProject& checked) const
{
    Project project = checked.project();
    project.training.precision = nameOf(precision);
    if (isInt8
        && setRounding(project, checked, [&](const std::string& node) { return !isNamed(project.training.fp32Layers, node); }) == 0)
        refuse(
            NS_MESSAGE("twin.no_int8",
                       "this network has no dense layers or convolutions, whose numbers could be rounded to 8 bits; compare with "
                       "another precision"));
    return project;
}

} // namespace netsmith::twin
