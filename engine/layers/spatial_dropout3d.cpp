#include "engine/layers/dropout_layer.h"
#include "engine/layers/layers.h"

namespace netsmith::layer {

LayerSpec spatialDropout3d()
{
    return dropoutLayer(
        {"spatial_dropout3d", NS_TEXT("spatial_dropout", "Spatial dropout 3D"), NS_TEXT("spatial_dropout", "SpatialDrop3D"),
         NS_TEXT("spatial_dropout", "Drops whole channels of a volume while training, since neighboring voxels are correlated."),
         NS_TEXT("spatial_dropout", "dropout3d, channel dropout, feature dropout")},
        Dropped::channels, 3);
}

} // namespace netsmith::layer
