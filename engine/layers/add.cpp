#include "engine/layers/layers.h"
#include "engine/ops/add.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters { };

std::vector<Shape> shapes(const Parameters&, std::span<const Shape> inputs)
{
    for (const Shape& input : inputs)
        if (input != inputs[0])
            throw Error(ErrorKind::input, NS_MESSAGE("add.shapes", "expected inputs of the same shape, got {0} and {1}"),
                        inputs[0].text(), input.text());
    return {inputs[0]};
}

void lower(const Parameters&, LayerCall& call)
{
    TensorId sum = call.inputs()[0];
    for (const TensorId input : call.inputs().subspan(1))
        sum = emitAdd(call.emitter(), sum, input);
    call.setOutput(0, sum);
}

} // namespace

LayerSpec add()
{
    return LayerBuilder<Parameters>("add", 1, Category::merge, NS_TEXT("add", "Add"),
                                    NS_TEXT("add", "Sums inputs of the same shape, element by element: a residual connection."))
        .alsoKnownAs(NS_TEXT("add", "sum, plus, residual, skip connection, shortcut"))
        .inputs({{"inputs", NS_TEXT("add", "Two or more tensors of the same shape."), true}})
        .shapes(shapes)
        .lower(lower)
        .build();
}

} // namespace netsmith::layer
