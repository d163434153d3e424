#include "engine/layers/registry.h"

#include "engine/layers/layers.h"

namespace netsmith {

const LayerRegistry& layers()
{
    static const LayerRegistry registry({
        layer::add(),
        layer::alphaDropout(),
        layer::averagePooling1d(),
        layer::averagePooling2d(),
        layer::averagePooling3d(),
        layer::batchNormalization(),
        layer::block(),
        layer::concatenate(),
        layer::conv1d(),
        layer::conv2d(),
        layer::conv2dTranspose(),
        layer::cropping1d(),
        layer::cropping2d(),
        layer::cropping3d(),
        layer::dense(),
        layer::depthwiseConv2d(),
        layer::dropout(),
        layer::flatten(),
        layer::gaussianDropout(),
        layer::gaussianNoise(),
        layer::globalAveragePooling1d(),
        layer::globalAveragePooling2d(),
        layer::globalAveragePooling3d(),
        layer::globalMaxPooling1d(),
        layer::globalMaxPooling2d(),
        layer::globalMaxPooling3d(),
        layer::groupNormalization(),
        layer::input(),
        layer::layerNormalization(),
        layer::maxPooling1d(),
        layer::maxPooling2d(),
        layer::maxPooling3d(),
        layer::permute(),
        layer::relu(),
        layer::reshape(),
        layer::rmsNormalization(),
        layer::separableConv2d(),
        layer::sigmoid(),
        layer::softmax(),
        layer::spatialDropout1d(),
        layer::spatialDropout2d(),
        layer::spatialDropout3d(),
        layer::tanh(),
        layer::zeroPadding1d(),
        layer::zeroPadding2d(),
        layer::zeroPadding3d(),
    });
    return registry;
}

} // namespace netsmith
