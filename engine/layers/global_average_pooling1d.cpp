#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec globalAveragePooling1d()
{
    LayerSpec spec = globalPoolingLayer(
        "global_average_pooling1d", NS_TEXT("global_average_pooling1d", "Global average pooling 1D"),
        NS_TEXT("global_average_pooling1d", "The mean of each channel over the whole sequence: one number per channel."),
        ops::avgPool2d, 1);
    spec.shortTitle = NS_TEXT("global_average_pooling1d", "GlobalAvg1D");
    spec.alsoKnownAs = NS_TEXT("global_average_pooling1d", "global pooling, avgpool, mean over time");
    return spec;
}

} // namespace netsmith::layer
