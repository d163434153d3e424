#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec softmax()
{
    return activationLayer("softmax", NS_TEXT("softmax", "Softmax"),
                           NS_TEXT("softmax", "Turns the last axis into probabilities that sum to 1: exp(x) / Σ exp(x)."),
                           NS_TEXT("softmax", "probabilities, classifier"));
}

} // namespace netsmith::layer
