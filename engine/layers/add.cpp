#include "engine/layers/layers.h"
#include "engine/layers/merge_layer.h"
#include "engine/ops/add.h"

namespace netsmith::layer {

LayerSpec add()
{
    return mergeLayer(
        "add", NS_TEXT("add", "Add"), NS_TEXT("add", "Sums inputs of the same shape, element by element: a residual connection."),
        NS_TEXT("add", "sum, plus, residual, skip connection, shortcut"),
        {{"inputs", NS_TEXT("add", "Two or more tensors of the same shape."), true}},
        [](Emitter& emitter, std::span<const TensorId> inputs) {
            TensorId sum = inputs[0];
            for (const TensorId input : inputs.subspan(1))
                sum = emitAdd(emitter, sum, input);
            return sum;
        },
        "Add", false, mergeExports("Add", "{0} + {1}"));
}

} // namespace netsmith::layer
