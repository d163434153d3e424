#include "engine/layers/layers.h"
#include "engine/layers/merge_layer.h"
#include "engine/ops/merge.h"

namespace netsmith::layer {

LayerSpec subtract()
{
    return mergeLayer(
        "subtract", NS_TEXT("subtract", "Subtract"),
        NS_TEXT("subtract", "Subtracts the second input from the first, element by element."),
        NS_TEXT("subtract", "minus, difference"),
        {{"first", NS_TEXT("subtract", "What is subtracted from.")},
         {"second", NS_TEXT("subtract", "What is subtracted, of the same shape.")}},
        [](Emitter& emitter, std::span<const TensorId> inputs) {
            return emitMerge(emitter, Merge::subtract, inputs[0], inputs[1]);
        },
        "Sub", false, mergeExports("Subtract", "{0} - {1}"));
}

} // namespace netsmith::layer
