#include "engine/layers/layers.h"
#include "engine/layers/merge_layer.h"
#include "engine/ops/add.h"
#include "engine/ops/scale.h"

namespace netsmith::layer {
namespace {

struct NoParameters { };

} // namespace

LayerSpec average()
{
    return mergeLayer(
        "average", NS_TEXT("average", "Average"), NS_TEXT("average", "The mean of inputs of the same shape, element by element."),
        NS_TEXT("average", "mean, ensemble"), {{"inputs", NS_TEXT("average", "Two or more tensors of the same shape."), true}},
        [](Emitter& emitter, std::span<const TensorId> inputs) {
            TensorId sum = inputs[0];
            for (const TensorId input : inputs.subspan(1))
                sum = emitAdd(emitter, sum, input);
            return emitScale(emitter, sum, 1.0 / static_cast<double>(inputs.size()));
        },
        "Mean", true,
        layerExports(ParameterBuilder<NoParameters>())
            .keras([](const NoParameters&, LayerCode& code) { code.kerasLayer("Average"); })
            .pytorch([](const NoParameters&, LayerCode& code) {
                std::string sum = "({0}";
                for (std::size_t i = 1; i < code.inputs().size(); ++i)
                    sum += " + {" + std::to_string(i) + "}";
                code.order(AxisOrder::any);
                code.expression(sum + ") / " + std::to_string(code.inputs().size()));
            }));
}

} // namespace netsmith::layer
