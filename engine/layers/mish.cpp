#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec mish()
{
    return activationLayer("mish", NS_TEXT("mish", "Mish"),
                           NS_TEXT("mish", "A smooth relative of ReLU that dips below 0: x · tanh(ln(1 + exp(x)))."),
                           NS_TEXT("mish", "self-regularized activation"));
}

} // namespace netsmith::layer
