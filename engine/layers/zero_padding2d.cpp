#include "engine/layers/border_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec zeroPadding2d()
{
    return borderLayer({"zero_padding2d", NS_TEXT("zero_padding", "Zero padding 2D"), NS_TEXT("zero_padding", "ZeroPad2D"),
                        NS_TEXT("zero_padding", "Adds zeros around an image."),
                        NS_TEXT("zero_padding", "pad, pad2d, constant padding, border"), "padding",
                        NS_TEXT("zero_padding", "Padding"),
                        NS_TEXT("zero_padding", "How many zeros there are: height and width, or top, bottom, left, right.")},
                       2, false, {1, 1});
}

} // namespace netsmith::layer
