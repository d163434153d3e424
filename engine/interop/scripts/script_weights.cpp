#include "engine/interop/scripts/script_weights.h"

#include "engine/interop/weights/conversion.h"
#include "engine/interop/weights/weight_file.h"
#include "engine/plan/build_plan.h"

#include <deque>

namespace netsmith::interop {
namespace {

/// Of the file's arrays that of a weight, as f32.
std::vector<float> valuesOf(const SafetensorsFile& arrays, const LayerWeight& weight)
{
    const std::string id = weight.layer + "." + weight.name;
    const TensorView* array = arrays.find(id + "/average");
    if (!array)
        array = arrays.find(id);
    if (!array || array->shape != weight.shape)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("scripts.weight", "the weights hold no {0} of {1}; take those of a run of this network"), id,
                    weight.shape.text());
    return floatsOf({.name = id, .type = array->type, .shape = array->shape, .bytes = array->bytes});
}

Shape withLeadingAxes(const Shape& shape, int count)
{
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(count), 1);
    sizes.insert(sizes.end(), shape.sizes().begin(), shape.sizes().end());
    return Shape(sizes);
}

} // namespace

SafetensorsFile drawnArrays(const CheckedProject& project)
{
    const std::string_view programs[] = {"predict"};
    const LogicalPlan plan = buildPlan(
        project, {.batch = 1, .seed = static_cast<std::uint64_t>(project.flat().training.seed), .programs = {programs[0]}});
    const auto content = std::make_shared<std::deque<std::vector<float>>>();
    SafetensorsFile result;
    const auto add = [&](const Segment& segment, std::vector<float> values) {
        content->push_back(std::move(values));
        result.tensors.push_back({.name = segment.id, .shape = segment.shape, .bytes = std::as_bytes(std::span(content->back()))});
    };
    for (const Segment& segment : plan.parameters.segments)
        add(segment, drawInitial(segment.initializer, segment.shape, plan.seed, segment.id));
    for (const Segment& segment : plan.statistics.segments)
        add(segment, std::vector<float>(static_cast<std::size_t>(segment.elements()), segment.constant));
    result.content = content;
    return result;
}

std::vector<std::byte> scriptWeights(const NetworkCode& network, ScriptFramework framework, const SafetensorsFile& arrays,
                                     const std::vector<std::string>& moduleNames)
{
    std::deque<std::vector<float>> kept;
    std::vector<TensorView> tensors;
    const auto add = [&](std::string name, LaidOut tensor) {
        kept.push_back(std::move(tensor.values));
        tensors.push_back(
            {.name = std::move(name), .shape = std::move(tensor.shape), .bytes = std::as_bytes(std::span(kept.back()))});
    };
    const bool isTorch = framework == ScriptFramework::pytorch;
    for (std::size_t i = 0; i < network.modules.size(); ++i)
        for (const auto& [weight, there] : network.modules[i].weights) {
            std::vector<float> values = valuesOf(arrays, weight);
            if (!isTorch) {
                add(moduleNames[i] + "/" + there,
                    {withLeadingAxes(weight.shape, network.modules[i].leadingAxes), std::move(values)});
                continue;
            }
            std::vector<LaidOut> parts = laidOutForPyTorch(weight, std::move(values));
            const std::size_t space = there.find(' ');
            add(moduleNames[i] + "." + there.substr(0, space), std::move(parts[0]));
            if (parts.size() > 1)
                add(moduleNames[i] + "." + there.substr(space + 1), std::move(parts[1]));
        }
    return writeSafetensors(tensors, {});
}

} // namespace netsmith::interop
