#include "engine/layers/border_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec zeroPadding1d()
{
    return borderLayer({"zero_padding1d", NS_TEXT("zero_padding", "Zero padding 1D"), NS_TEXT("zero_padding", "ZeroPad1D"),
                        NS_TEXT("zero_padding", "Adds zeros around a sequence."),
                        NS_TEXT("zero_padding", "pad, pad1d, constant padding, border"), "padding",
                        NS_TEXT("zero_padding", "Padding"), NS_TEXT("zero_padding", "The number of zeros before and after.")},
                       1, false, {1, 1});
}

} // namespace netsmith::layer
