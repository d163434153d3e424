#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec selu()
{
    return activationLayer(
        "selu", NS_TEXT("selu", "SELU"),
        NS_TEXT("selu", "A scaled ELU that keeps the mean near 0 and the standard deviation near 1 from layer to layer."),
        NS_TEXT("selu", "scaled exponential linear unit, self-normalizing"));
}

} // namespace netsmith::layer
