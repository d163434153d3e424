#include "engine/layers/layers.h"
#include "engine/layers/merge_layer.h"
#include "engine/ops/merge.h"

namespace netsmith::layer {

LayerSpec minimum()
{
    return mergeLayer(
        "minimum", NS_TEXT("minimum", "Minimum"),
        NS_TEXT("minimum",
                "Keeps the smallest of the inputs, element by element; where two are equal each gets half of the gradient."),
        NS_TEXT("minimum", "min, smallest"), {{"inputs", NS_TEXT("minimum", "Two or more tensors of the same shape."), true}},
        [](Emitter& emitter, std::span<const TensorId> inputs) {
            TensorId y = inputs[0];
            for (const TensorId input : inputs.subspan(1))
                y = emitMerge(emitter, Merge::minimum, y, input);
            return y;
        },
        "Min", true, mergeExports("Minimum", "torch.minimum({0}, {1})"));
}

} // namespace netsmith::layer
