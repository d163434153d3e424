#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec globalMaxPooling1d()
{
    LayerSpec spec = globalPoolingLayer(
        "global_max_pooling1d", NS_TEXT("global_max_pooling1d", "Global max pooling 1D"),
        NS_TEXT("global_max_pooling1d", "The largest value of each channel in the whole sequence: one number per channel."),
        ops::maxPool2d, 1);
    spec.shortTitle = NS_TEXT("global_max_pooling1d", "GlobalMax1D");
    spec.alsoKnownAs = NS_TEXT("global_max_pooling1d", "gmp, global pooling, global maxpool, max over time");
    return spec;
}

} // namespace netsmith::layer
