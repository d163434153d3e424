#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec averagePooling3d()
{
    LayerSpec spec = poolingLayer("average_pooling3d", NS_TEXT("average_pooling3d", "Average pooling 3D"),
                                  NS_TEXT("average_pooling3d", "Shrinks a volume by the mean of each window, channel by channel."),
                                  ops::avgPool2d, 3);
    spec.shortTitle = NS_TEXT("average_pooling3d", "AvgPool3D");
    spec.alsoKnownAs = NS_TEXT("average_pooling3d", "avgpool, mean pooling, downsample");
    return spec;
}

} // namespace netsmith::layer
