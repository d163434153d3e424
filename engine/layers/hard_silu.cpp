#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec hardSilu()
{
    return activationLayer("hard_silu", NS_TEXT("hard_silu", "Hard SiLU"),
                           NS_TEXT("hard_silu", "SiLU with the hard sigmoid for its gate: x · max(0, min(1, (x + 3) / 6))."),
                           NS_TEXT("hard_silu", "hardswish, hard swish, hardsilu"));
}

} // namespace netsmith::layer
