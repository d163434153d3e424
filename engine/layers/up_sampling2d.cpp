#include "engine/layers/layers.h"
#include "engine/layers/upsampling_layer.h"

namespace netsmith::layer {

LayerSpec upSampling2d()
{
    return upsamplingLayer({"up_sampling2d", NS_TEXT("up_sampling", "Upsampling 2D"), NS_TEXT("up_sampling", "Upsample2D"),
                            NS_TEXT("up_sampling", "Makes an image larger by whole factors."),
                            NS_TEXT("up_sampling", "upsample, interpolate, resize, enlarge, nearest, bilinear, unpooling"),
                            NS_TEXT("up_sampling", "How many times as large the image becomes: height, then width.")},
                           2);
}

} // namespace netsmith::layer
