#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec sigmoid()
{
    return activationLayer("sigmoid", NS_TEXT("sigmoid", "Sigmoid"),
                           NS_TEXT("sigmoid", "Squeezes every value into (0, 1): 1 / (1 + exp(−x))."),
                           NS_TEXT("sigmoid", "logistic"));
}

} // namespace netsmith::layer
