#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec silu()
{
    return activationLayer("silu", NS_TEXT("silu", "SiLU"),
                           NS_TEXT("silu", "Every value times its own sigmoid: x / (1 + exp(−x))."),
                           NS_TEXT("silu", "swish, sigmoid linear unit"));
}

} // namespace netsmith::layer
