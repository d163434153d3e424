#include "engine/layers/layers.h"
#include "engine/layers/merge_layer.h"
#include "engine/ops/merge.h"

namespace netsmith::layer {

LayerSpec multiply()
{
    return mergeLayer(
        "multiply", NS_TEXT("multiply", "Multiply"),
        NS_TEXT("multiply", "Multiplies inputs of the same shape, element by element: a gate."),
        NS_TEXT("multiply", "product, gate, hadamard, times, attention mask"),
        {{"inputs", NS_TEXT("multiply", "Two or more tensors of the same shape."), true}},
        [](Emitter& emitter, std::span<const TensorId> inputs) {
            TensorId y = inputs[0];
            for (const TensorId input : inputs.subspan(1))
                y = emitMerge(emitter, Merge::multiply, y, input);
            return y;
        },
        "Mul", false, mergeExports("Multiply", "{0} * {1}"));
}

} // namespace netsmith::layer
