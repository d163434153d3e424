#include "engine/layers/layers.h"
#include "engine/layers/upsampling_layer.h"

namespace netsmith::layer {

LayerSpec upSampling1d()
{
    return upsamplingLayer({"up_sampling1d", NS_TEXT("up_sampling", "Upsampling 1D"), NS_TEXT("up_sampling", "Upsample1D"),
                            NS_TEXT("up_sampling", "Repeats each step of a sequence."),
                            NS_TEXT("up_sampling", "upsample, repeat, interpolate, resize, stretch"),
                            NS_TEXT("up_sampling", "How many times each step is repeated.")},
                           1);
}

} // namespace netsmith::layer
