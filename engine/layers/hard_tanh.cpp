#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec hardTanh()
{
    return activationLayer("hard_tanh", NS_TEXT("hard_tanh", "Hard tanh"), NS_TEXT("hard_tanh", "Clips every value to [−1, 1]."),
                           NS_TEXT("hard_tanh", "hardtanh, clip, clamp"));
}

} // namespace netsmith::layer
