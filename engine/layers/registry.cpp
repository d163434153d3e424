#include "engine/layers/registry.h"

#include "engine/layers/layers.h"

namespace netsmith {

const LayerRegistry& layers()
{
    static const LayerRegistry registry({
        layer::add(),
        layer::averagePooling2d(),
        layer::batchNormalization(),
        layer::concatenate(),
        layer::conv2d(),
        layer::dense(),
        layer::dropout(),
        layer::flatten(),
        layer::globalAveragePooling2d(),
        layer::input(),
        layer::maxPooling2d(),
        layer::relu(),
        layer::sigmoid(),
        layer::softmax(),
        layer::tanh(),
    });
    return registry;
}

} // namespace netsmith
