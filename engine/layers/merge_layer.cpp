#include "engine/layers/merge_layer.h"

#include "engine/core/error.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct NoParameters { };

} // namespace

void requireOneShape(std::span<const Shape> inputs)
{
    for (const Shape& input : inputs)
        if (input != inputs[0])
            throw Error(ErrorKind::input,
                        NS_MESSAGE("merge.shapes",
                                   "expected inputs of the same shape, got {0} and {1}; there is no broadcasting, so give them the "
                                   "same shape first"),
                        inputs[0].text(), input.text());
}

LayerSpec mergeLayer(std::string id, std::string title, std::string doc, std::string alsoKnownAs, std::vector<PortSpec> inputs,
                     std::function<TensorId(Emitter&, std::span<const TensorId>)> emit)
{
    return LayerBuilder<NoParameters>(std::move(id), 1, Category::merge, std::move(title), std::move(doc))
        .alsoKnownAs(std::move(alsoKnownAs))
        .inputs(std::move(inputs))
        .keepsSteps()
        .shapes([](const NoParameters&, std::span<const Shape> shapes) {
            requireOneShape(shapes);
            return std::vector<Shape>{shapes[0]};
        })
        .lower([emit = std::move(emit)](const NoParameters&, LayerCall& call) {
            call.setOutput(0, emit(call.emitter(), call.inputs()));
        })
        .build();
}

} // namespace netsmith::layer
