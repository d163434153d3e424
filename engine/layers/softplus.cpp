#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec softplus()
{
    return activationLayer("softplus", NS_TEXT("softplus", "Softplus"), NS_TEXT("softplus", "A smooth ReLU: ln(1 + exp(x))."),
                           NS_TEXT("softplus", "smooth relu, soft relu"));
}

} // namespace netsmith::layer
