#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec hardSigmoid()
{
    return activationLayer("hard_sigmoid", NS_TEXT("hard_sigmoid", "Hard sigmoid"),
                           NS_TEXT("hard_sigmoid", "A sigmoid of three straight pieces: max(0, min(1, (x + 3) / 6))."),
                           NS_TEXT("hard_sigmoid", "hardsigmoid, relu6 gate"));
}

} // namespace netsmith::layer
