#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec softsign()
{
    return activationLayer("softsign", NS_TEXT("softsign", "Softsign"),
                           NS_TEXT("softsign", "Squeezes every value into (−1, 1), more gently than tanh: x / (1 + |x|)."),
                           NS_TEXT("softsign", "soft sign"));
}

} // namespace netsmith::layer
