#include "engine/layers/layers.h"
#include "engine/layers/merge_layer.h"
#include "engine/ops/merge.h"

namespace netsmith::layer {

LayerSpec maximum()
{
    return mergeLayer(
        "maximum", NS_TEXT("maximum", "Maximum"),
        NS_TEXT("maximum",
                "Keeps the largest of the inputs, element by element; where two are equal each gets half of the gradient."),
        NS_TEXT("maximum", "max, largest, maxout"),
        {{"inputs", NS_TEXT("maximum", "Two or more tensors of the same shape."), true}},
        [](Emitter& emitter, std::span<const TensorId> inputs) {
            TensorId y = inputs[0];
            for (const TensorId input : inputs.subspan(1))
                y = emitMerge(emitter, Merge::maximum, y, input);
            return y;
        },
        "Max", true, mergeExports("Maximum", "torch.maximum({0}, {1})"));
}

} // namespace netsmith::layer
