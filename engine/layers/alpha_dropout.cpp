#include "engine/layers/dropout_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec alphaDropout()
{
    return dropoutLayer(
        {"alpha_dropout",
         NS_TEXT("alpha_dropout", "Alpha dropout"),
         {},
         NS_TEXT("alpha_dropout",
                 "Dropout for networks of SELU: dropped values take SELU's lower limit, so that mean and variance are kept."),
         NS_TEXT("alpha_dropout", "dropout, selu, regularization, noise")},
        Dropped::toNegative, 0);
}

} // namespace netsmith::layer
