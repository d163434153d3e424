#include "engine/layers/layers.h"
#include "engine/layers/pooling.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {

LayerSpec maxPooling1d()
{
    LayerSpec spec =
        poolingLayer("max_pooling1d", NS_TEXT("max_pooling1d", "Max pooling 1D"),
                     NS_TEXT("max_pooling1d", "Shortens a sequence by the largest value of each window, channel by channel."),
                     ops::maxPool2d, 1);
    spec.shortTitle = NS_TEXT("max_pooling1d", "MaxPool1D");
    spec.alsoKnownAs = NS_TEXT("max_pooling1d", "maxpool, downsample, subsample");
    return spec;
}

} // namespace netsmith::layer
