#include "engine/plan/layer_tensors.h"

#include "engine/ops/cast.h"
#include "engine/ops/round.h"

#include <algorithm>

namespace netsmith {
namespace {

using Producers = std::map<TensorId, const Op*>;

Producers producersIn(const Program& program)
{
    Producers producers;
    for (const Op& op : program.ops)
        for (const TensorId output : op.outputs)
            producers[output] = &op;
    return producers;
}

/// The tensor or, if it was dropped, its source: the logits of a softmax that was fused into its loss.
TensorId thereOf(const std::string& node, TensorId tensor, const Producers& lowered, const Producers& there)
{
    for (bool dropped = false;; dropped = true) {
        const auto producer = lowered.find(tensor);
        if (producer == lowered.end() || std::ranges::find(producer->second->origin, node) == producer->second->origin.end()
            || producer->second->inputs.empty())
            return noTensor;
        const bool isCast = producer->second->spec == &ops::cast; // which was the softmax's own
        if (there.contains(tensor) && !(dropped && isCast))
            return tensor;
        tensor = producer->second->inputs.front();
    }
}

} // namespace

std::vector<LayerTensors> layerTensors(Emitter& emitter, const Program& lowered, const NetworkLowering::Outputs& outputs,
                                       std::span<const std::string> order, const std::map<TensorId, TensorId>& gradients)
{
    const Producers all = producersIn(lowered), producers = producersIn(emitter.program());
    const auto isReal = [&](TensorId id) {
        const DataType type = emitter.info(id).type;
        return producers.contains(id) && (type == DataType::f32 || sizeOf(type) == 2);
    };
    std::vector<LayerTensors> layers;
    for (const std::string& node : order) {
        LayerTensors& layer = layers.emplace_back(LayerTensors{node, noTensor, noTensor});
        const auto first = outputs.lower_bound({node, ""});
        if (first == outputs.end() || first->first.first != node)
            continue;
        const TensorId output = producers.contains(first->second) ? first->second : thereOf(node, first->second, all, producers);
        if (output == noTensor || !isReal(output))
            continue;
        layer.output = output;
        // Where numbers are rounded, their gradient is rounded on the way back, after the point where it arrives.
        const Op* producer = producers.at(output);
        const auto gradient = gradients.find(producer->spec == &ops::round ? producer->inputs[0] : output);
        if (gradient != gradients.end() && isReal(gradient->second))
            layer.gradient = gradient->second;
    }
    return layers;
}

} // namespace netsmith
