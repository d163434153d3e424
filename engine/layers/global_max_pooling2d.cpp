#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec globalMaxPooling2d()
{
    LayerSpec spec = globalPoolingLayer(
        "global_max_pooling2d", NS_TEXT("global_max_pooling2d", "Global max pooling 2D"),
        NS_TEXT("global_max_pooling2d", "The largest value of each channel in the whole image: one number per channel."),
        ops::maxPool2d, 2);
    spec.shortTitle = NS_TEXT("global_max_pooling2d", "GlobalMaxPool");
    spec.alsoKnownAs = NS_TEXT("global_max_pooling2d", "gmp, global pooling, global maxpool");
    return spec;
}

} // namespace netsmith::layer
