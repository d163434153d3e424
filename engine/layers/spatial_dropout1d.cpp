#include "engine/layers/dropout_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec spatialDropout1d()
{
    return dropoutLayer(
        {"spatial_dropout1d", NS_TEXT("spatial_dropout", "Spatial dropout 1D"), NS_TEXT("spatial_dropout", "SpatialDrop1D"),
         NS_TEXT("spatial_dropout", "Drops whole channels of a sequence while training, since neighboring steps are correlated."),
         NS_TEXT("spatial_dropout", "dropout1d, channel dropout, feature dropout")},
        Dropped::channels, 1);
}

} // namespace netsmith::layer
