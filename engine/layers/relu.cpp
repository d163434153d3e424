#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec relu()
{
    return activationLayer("relu", NS_TEXT("relu", "ReLU"), NS_TEXT("relu", "The positive part: max(x, 0)."),
                           NS_TEXT("relu", "rectifier, rectified linear unit"));
}

} // namespace netsmith::layer
