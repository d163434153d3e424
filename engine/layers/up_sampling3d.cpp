#include "engine/layers/layers.h"
#include "engine/layers/upsampling_layer.h"

namespace netsmith::layer {

LayerSpec upSampling3d()
{
    return upsamplingLayer({"up_sampling3d", NS_TEXT("up_sampling", "Upsampling 3D"), NS_TEXT("up_sampling", "Upsample3D"),
                            NS_TEXT("up_sampling", "Repeats each voxel of a volume along its three axes."),
                            NS_TEXT("up_sampling", "upsample, interpolate, resize, enlarge, unpooling"),
                            NS_TEXT("up_sampling", "How many times as large the volume becomes: depth, height, width.")},
                           3);
}

} // namespace netsmith::layer
