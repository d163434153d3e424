#include "engine/layers/dropout_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec spatialDropout2d()
{
    return dropoutLayer(
        {"spatial_dropout2d", NS_TEXT("spatial_dropout", "Spatial dropout 2D"), NS_TEXT("spatial_dropout", "SpatialDrop2D"),
         NS_TEXT("spatial_dropout", "Drops whole channels of an image while training, since neighboring pixels are correlated."),
         NS_TEXT("spatial_dropout", "dropout2d, channel dropout, feature dropout")},
        Dropped::channels, 2);
}

} // namespace netsmith::layer
