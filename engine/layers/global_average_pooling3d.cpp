#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec globalAveragePooling3d()
{
    LayerSpec spec = globalPoolingLayer(
        "global_average_pooling3d", NS_TEXT("global_average_pooling3d", "Global average pooling 3D"),
        NS_TEXT("global_average_pooling3d", "The mean of each channel over the whole volume: one number per channel."),
        ops::avgPool2d, 3);
    spec.shortTitle = NS_TEXT("global_average_pooling3d", "GlobalAvg3D");
    spec.alsoKnownAs = NS_TEXT("global_average_pooling3d", "global pooling, avgpool");
    return spec;
}

} // namespace netsmith::layer
