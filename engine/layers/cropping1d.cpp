#include "engine/layers/border_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec cropping1d()
{
    return borderLayer({"cropping1d",
                        NS_TEXT("cropping", "Cropping 1D"),
                        {},
                        NS_TEXT("cropping", "Crops the ends of a sequence."),
                        NS_TEXT("cropping", "crop, crop1d, trim, cut"),
                        "cropping",
                        NS_TEXT("cropping", "Cropping"),
                        NS_TEXT("cropping", "How much is cropped before and after.")},
                       1, true, {1, 1});
}

} // namespace netsmith::layer
