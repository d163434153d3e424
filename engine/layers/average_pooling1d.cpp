#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec averagePooling1d()
{
    LayerSpec spec = poolingLayer(
        "average_pooling1d", NS_TEXT("average_pooling1d", "Average pooling 1D"),
        NS_TEXT("average_pooling1d", "Shortens a sequence by the mean of each window, channel by channel."), ops::avgPool2d, 1);
    spec.shortTitle = NS_TEXT("average_pooling1d", "AvgPool1D");
    spec.alsoKnownAs = NS_TEXT("average_pooling1d", "avgpool, mean pooling, downsample");
    return spec;
}

} // namespace netsmith::layer
