#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec averagePooling2d()
{
    LayerSpec spec = poolingLayer("average_pooling2d", NS_TEXT("average_pooling2d", "Average pooling 2D"),
                                  NS_TEXT("average_pooling2d", "Shrinks an image by the mean of each window, channel by channel."),
                                  ops::avgPool2d, 2);
    spec.shortTitle = NS_TEXT("average_pooling2d", "AvgPool2D");
    spec.alsoKnownAs = NS_TEXT("average_pooling2d", "avgpool, mean pooling, downsample");
    return spec;
}

} // namespace netsmith::layer
