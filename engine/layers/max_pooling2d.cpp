#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec maxPooling2d()
{
    LayerSpec spec = poolingLayer(
        "max_pooling2d", NS_TEXT("max_pooling2d", "Max pooling 2D"),
        NS_TEXT("max_pooling2d", "Shrinks an image by the largest value of each window, channel by channel."), ops::maxPool2d, 2);
    spec.shortTitle = NS_TEXT("max_pooling2d", "MaxPool2D");
    spec.alsoKnownAs = NS_TEXT("max_pooling2d", "maxpool, downsample, subsample");
    return spec;
}

} // namespace netsmith::layer
