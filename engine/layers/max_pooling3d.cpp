#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec maxPooling3d()
{
    LayerSpec spec = poolingLayer(
        "max_pooling3d", NS_TEXT("max_pooling3d", "Max pooling 3D"),
        NS_TEXT("max_pooling3d", "Shrinks a volume by the largest value of each window, channel by channel."), ops::maxPool2d, 3);
    spec.shortTitle = NS_TEXT("max_pooling3d", "MaxPool3D");
    spec.alsoKnownAs = NS_TEXT("max_pooling3d", "maxpool, downsample, subsample");
    return spec;
}

} // namespace netsmith::layer
