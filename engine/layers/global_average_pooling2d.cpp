#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec globalAveragePooling2d()
{
    LayerSpec spec = globalPoolingLayer(
        "global_average_pooling2d", NS_TEXT("global_average_pooling2d", "Global average pooling 2D"),
        NS_TEXT("global_average_pooling2d", "The mean of each channel over the whole image: one number per channel."),
        ops::avgPool2d, 2);
    spec.shortTitle = NS_TEXT("global_average_pooling2d", "GlobalAvgPool");
    spec.alsoKnownAs = NS_TEXT("global_average_pooling2d", "gap, global pooling, avgpool");
    return spec;
}

} // namespace netsmith::layer
