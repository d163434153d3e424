#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec globalMaxPooling3d()
{
    LayerSpec spec = globalPoolingLayer(
        "global_max_pooling3d", NS_TEXT("global_max_pooling3d", "Global max pooling 3D"),
        NS_TEXT("global_max_pooling3d", "The largest value of each channel in the whole volume: one number per channel."),
        ops::maxPool2d, 3);
    spec.shortTitle = NS_TEXT("global_max_pooling3d", "GlobalMax3D");
    spec.alsoKnownAs = NS_TEXT("global_max_pooling3d", "gmp, global pooling, global maxpool");
    return spec;
}

} // namespace netsmith::layer
