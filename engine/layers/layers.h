#pragma once

#include "engine/graph/layer_spec.h"

/// The declaration of every layer, one file each.
namespace netsmith::layer {

LayerSpec add();
LayerSpec averagePooling2d();
LayerSpec batchNormalization();
LayerSpec concatenate();
LayerSpec conv2d();
LayerSpec dense();
LayerSpec dropout();
LayerSpec flatten();
LayerSpec globalAveragePooling2d();
LayerSpec input();
LayerSpec maxPooling2d();
LayerSpec relu();
LayerSpec sigmoid();
LayerSpec softmax();
LayerSpec tanh();

} // namespace netsmith::layer
