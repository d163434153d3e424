#pragma once

#include "engine/graph/layer_spec.h"

/// The declaration of every layer, one file each.
namespace netsmith::layer {

LayerSpec add();
LayerSpec alphaDropout();
LayerSpec average();
LayerSpec averagePooling1d();
LayerSpec averagePooling2d();
LayerSpec averagePooling3d();
LayerSpec batchNormalization();
LayerSpec block();
LayerSpec concatenate();
LayerSpec conv1d();
LayerSpec conv2d();
LayerSpec conv2dTranspose();
LayerSpec conv3d();
LayerSpec cropping1d();
LayerSpec cropping2d();
LayerSpec cropping3d();
LayerSpec dense();
LayerSpec depthwiseConv2d();
LayerSpec dot();
LayerSpec dropout();
LayerSpec elu();
LayerSpec flatten();
LayerSpec gaussianDropout();
LayerSpec gaussianNoise();
LayerSpec gelu();
LayerSpec globalAveragePooling1d();
LayerSpec globalAveragePooling2d();
LayerSpec globalAveragePooling3d();
LayerSpec globalMaxPooling1d();
LayerSpec globalMaxPooling2d();
LayerSpec globalMaxPooling3d();
LayerSpec groupNormalization();
LayerSpec hardSigmoid();
LayerSpec hardSilu();
LayerSpec hardTanh();
LayerSpec input();
LayerSpec layerNormalization();
LayerSpec leakyRelu();
LayerSpec maximum();
LayerSpec maxPooling1d();
LayerSpec maxPooling2d();
LayerSpec maxPooling3d();
LayerSpec minimum();
LayerSpec mish();
LayerSpec multiply();
LayerSpec permute();
LayerSpec prelu();
LayerSpec relu();
LayerSpec relu6();
LayerSpec reshape();
LayerSpec rmsNormalization();
LayerSpec selu();
LayerSpec separableConv2d();
LayerSpec sigmoid();
LayerSpec silu();
LayerSpec softmax();
LayerSpec softplus();
LayerSpec softsign();
LayerSpec spatialDropout1d();
LayerSpec spatialDropout2d();
LayerSpec spatialDropout3d();
LayerSpec subtract();
LayerSpec tanh();
LayerSpec zeroPadding1d();
LayerSpec zeroPadding2d();
LayerSpec zeroPadding3d();

} // namespace netsmith::layer
