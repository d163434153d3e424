#include "engine/layers/dropout_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec dropout()
{
    return dropoutLayer({"dropout",
                         NS_TEXT("dropout", "Dropout"),
                         {},
                         NS_TEXT("dropout", "Sets random values to 0 while training, so that no unit is relied on alone."),
                         NS_TEXT("dropout", "regularization, regularisation, noise")},
                        Dropped::elements, 0);
}

} // namespace netsmith::layer
