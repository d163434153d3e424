#include "engine/core/checked.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/reshape.h"

#include <algorithm>

namespace netsmith::layer {
namespace {

struct Parameters {
    std::vector<std::int64_t> targetShape{-1};
};

/// The target with its −1 replaced by the inferred size.
Shape targetOf(const Parameters& p, const Shape& input)
{
    std::vector<std::int64_t> sizes = p.targetShape;
    const auto open = std::ranges::count(sizes, -1);
    if (open > 1 || std::ranges::find(sizes, 0) != sizes.end())
        throw Error(ErrorKind::input, NS_MESSAGE("reshape.size", "expected sizes of 1 or more and at most one −1, got {0}"),
                    textOf(ParameterValue(p.targetShape)));
    const std::int64_t elements = input.elements();
    std::optional<std::int64_t> known = 1;
    for (const std::int64_t size : sizes)
        if (size != -1 && known)
            known = checkedMultiply(*known, size);
    if (!known || (open == 0 ? *known != elements : elements % *known != 0))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("reshape.elements", "expected a target shape of {0:element|elements}, as many as {1} has, got {2}"),
                    elements, input.text(), textOf(ParameterValue(p.targetShape)));
    std::ranges::replace(sizes, -1, elements / *known);
    return Shape(sizes);
}

void lower(const Parameters& p, LayerCall& call)
{
    const Shape input = call.emitter().shape(call.input());
    call.setOutput(0, emitReshape(call.emitter(), call.input(), targetOf(p, input.withoutBatch()).withBatch(input[0])));
}

void exportOnnx(const Parameters&, OnnxCall& call)
{
    call.setOutput(0, call.reshape(call.input(), call.outputShape(0)));
}

/// Images of one channel, or of one point, have the same numbers in the same order in both orders of axes.
bool isOneOrder(const Shape& shape)
{
    return shape.rank() > 2 && (shape[-1] == 1 || shape.elements() == shape[-1]);
}

void writeTorch(const Parameters&, LayerCode& code)
{
    const Shape& from = code.input();
    const Shape& to = code.output();
    code.order(isOneOrder(from) ? AxisOrder::any : AxisOrder::channelsLast,
               isOneOrder(to) ? AxisOrder::channelsFirst : AxisOrder::channelsLast);
    std::vector<std::int64_t> sizes(to.sizes().begin(), to.sizes().end());
    if (isOneOrder(to)) {
        sizes.insert(sizes.begin(), sizes.back());
        sizes.pop_back();
    }
    if (from.rank() == 1 && to.rank() > 1)
        return code.module("nn.Unflatten", {"1", pythonTuple(sizes)});
    sizes.insert(sizes.begin(), -1);
    code.expression("{0}.reshape" + pythonTuple(sizes));
}

} // namespace

LayerSpec reshape()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .sizes("target_shape", &Parameters::targetShape, 1, Shape::maxRank - 1, NS_TEXT("reshape", "Target shape"),
               NS_TEXT("reshape", "The sizes of the axes of a sample; one may be −1, which is inferred from the others."))
        .range(-1, 16777216)
        .usual(1, 1024);
    return LayerBuilder<Parameters>("reshape", 1, Category::shape, NS_TEXT("reshape", "Reshape"),
                                    NS_TEXT("reshape", "Reshapes a sample; its values keep their order."))
        .alsoKnownAs(NS_TEXT("reshape", "view, unflatten, shape"))
        .parameters(parameters)
        .passesValues()
        .shapes([](const Parameters& p, std::span<const Shape> inputs) { return std::vector<Shape>{targetOf(p, inputs[0])}; })
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters& p, LayerCode& code) {
                         code.kerasLayer("Reshape", {}, {"target_shape"}, {pythonTuple(p.targetShape)});
                     })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
