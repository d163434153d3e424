#pragma once

#include "engine/graph/specs/layer_spec.h"

#include <array>

/// The declaration of every layer, one file each.
namespace netsmith::layer {

LayerSpec add();
LayerSpec affine();
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
LayerSpec embedding();
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
LayerSpec glu();
LayerSpec groupNormalization();
LayerSpec gru();
LayerSpec hardSigmoid();
LayerSpec hardSilu();
LayerSpec hardTanh();
LayerSpec input();
LayerSpec layerNormalization();
LayerSpec leakyRelu();
LayerSpec lstm();
LayerSpec maxPooling1d();
LayerSpec maxPooling2d();
LayerSpec maxPooling3d();
LayerSpec maximum();
LayerSpec minimum();
LayerSpec mish();
LayerSpec multiply();
LayerSpec permute();
LayerSpec prelu();
LayerSpec randomNormal();
LayerSpec relu();
LayerSpec relu6();
LayerSpec repeatVector();
LayerSpec rescaling();
LayerSpec reshape();
LayerSpec rmsNormalization();
LayerSpec selu();
LayerSpec separableConv2d();
LayerSpec sigmoid();
LayerSpec silu();
LayerSpec simpleRnn();
LayerSpec softmax();
LayerSpec softplus();
LayerSpec softsign();
LayerSpec spatialDropout1d();
LayerSpec spatialDropout2d();
LayerSpec spatialDropout3d();
LayerSpec subtract();
LayerSpec tanh();
LayerSpec upSampling1d();
LayerSpec upSampling2d();
LayerSpec upSampling3d();
LayerSpec zeroPadding1d();
LayerSpec zeroPadding2d();
LayerSpec zeroPadding3d();

/// All of them, in alphabetical order of their ids.
inline constexpr std::array all{add,
                                affine,
                                alphaDropout,
                                average,
                                averagePooling1d,
                                averagePooling2d,
                                averagePooling3d,
                                batchNormalization,
                                block,
                                concatenate,
                                conv1d,
                                conv2d,
                                conv2dTranspose,
                                conv3d,
                                cropping1d,
                                cropping2d,
                                cropping3d,
                                dense,
                                depthwiseConv2d,
                                dot,
                                dropout,
                                elu,
                                embedding,
                                flatten,
                                gaussianDropout,
                                gaussianNoise,
                                gelu,
                                globalAveragePooling1d,
                                globalAveragePooling2d,
                                globalAveragePooling3d,
                                globalMaxPooling1d,
                                globalMaxPooling2d,
                                globalMaxPooling3d,
                                glu,
                                groupNormalization,
                                gru,
                                hardSigmoid,
                                hardSilu,
                                hardTanh,
                                input,
                                layerNormalization,
                                leakyRelu,
                                lstm,
                                maxPooling1d,
                                maxPooling2d,
                                maxPooling3d,
                                maximum,
                                minimum,
                                mish,
                                multiply,
                                permute,
                                prelu,
                                randomNormal,
                                relu,
                                relu6,
                                repeatVector,
                                rescaling,
                                reshape,
                                rmsNormalization,
                                selu,
                                separableConv2d,
                                sigmoid,
                                silu,
                                simpleRnn,
                                softmax,
                                softplus,
                                softsign,
                                spatialDropout1d,
                                spatialDropout2d,
                                spatialDropout3d,
                                subtract,
                                tanh,
                                upSampling1d,
                                upSampling2d,
                                upSampling3d,
                                zeroPadding1d,
                                zeroPadding2d,
                                zeroPadding3d};

} // namespace netsmith::layer
