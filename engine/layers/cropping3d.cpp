#include "engine/layers/border_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec cropping3d()
{
    return borderLayer(
        {"cropping3d",
         NS_TEXT("cropping", "Cropping 3D"),
         {},
         NS_TEXT("cropping", "Crops the borders of a volume."),
         NS_TEXT("cropping", "crop, crop3d, trim, cut"),
         "cropping",
         NS_TEXT("cropping", "Cropping"),
         NS_TEXT("cropping", "How much is cut off: depth, height and width, or front, back, top, bottom, left, right.")},
        3, true, {1, 1, 1});
}

} // namespace netsmith::layer
