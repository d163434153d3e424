#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec tanh()
{
    return activationLayer("tanh", NS_TEXT("tanh", "Tanh"),
                           NS_TEXT("tanh", "Squeezes every value into (−1, 1): the hyperbolic tangent."),
                           NS_TEXT("tanh", "hyperbolic tangent"));
}

} // namespace netsmith::layer
