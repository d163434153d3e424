#include "engine/layers/border_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec zeroPadding3d()
{
    return borderLayer(
        {"zero_padding3d", NS_TEXT("zero_padding", "Zero padding 3D"), NS_TEXT("zero_padding", "ZeroPad3D"),
         NS_TEXT("zero_padding", "Adds zeros around a volume."), NS_TEXT("zero_padding", "pad, pad3d, constant padding, border"),
         "padding", NS_TEXT("zero_padding", "Padding"),
         NS_TEXT("zero_padding", "How many zeros there are: depth, height and width, or front, back, top, bottom, left, right.")},
        3, false, {1, 1, 1});
}

} // namespace netsmith::layer
