#include "engine/layers/border_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec cropping2d()
{
    return borderLayer({"cropping2d",
                        NS_TEXT("cropping", "Cropping 2D"),
                        {},
                        NS_TEXT("cropping", "Crops the borders of an image."),
                        NS_TEXT("cropping", "crop, crop2d, trim, cut"),
                        "cropping",
                        NS_TEXT("cropping", "Cropping"),
                        NS_TEXT("cropping", "How much is cut off: height and width, or top, bottom, left, right.")},
                       2, true, {0, 0});
}

} // namespace netsmith::layer
