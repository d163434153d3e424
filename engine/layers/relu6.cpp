#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec relu6()
{
    return activationLayer("relu6", NS_TEXT("relu6", "ReLU6"),
                           NS_TEXT("relu6", "The positive part, cut off at 6: min(max(x, 0), 6)."),
                           NS_TEXT("relu6", "capped relu, bounded relu, clipped relu"));
}

} // namespace netsmith::layer
