#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/transpose.h"

#include <algorithm>
#include <numeric>

namespace netsmith::layer {
namespace {

struct Parameters {
    std::vector<std::int64_t> dims{2, 1};
};

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    const Shape& input = inputs[0];
    std::vector<std::int64_t> axes(static_cast<std::size_t>(input.rank()));
    std::iota(axes.begin(), axes.end(), 1);
    if (!std::ranges::is_permutation(p.dims, axes))
        throw Error(ErrorKind::input, NS_MESSAGE("permute.order", "expected each of the axes 1 to {0} once, got {1}"), input.rank(),
                    textOf(ParameterValue(p.dims)));
    std::vector<std::int64_t> sizes;
    for (const std::int64_t axis : p.dims)
        sizes.push_back(input[static_cast<int>(axis) - 1]);
    return {Shape(sizes)};
}

void lower(const Parameters& p, LayerCall& call)
{
    std::vector<int> order{0};
    for (const std::int64_t axis : p.dims)
        order.push_back(static_cast<int>(axis));
    call.setOutput(0,
                   call.emitter().emitOne(ops::transpose, std::make_shared<TransposeAttributes>(std::move(order)), {call.input()}));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    std::vector<std::int64_t> order{0};
    order.insert(order.end(), p.dims.begin(), p.dims.end());
    call.setOutput(0, call.transpose(call.input(), std::move(order)));
}

} // namespace

LayerSpec permute()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .sizes("dims", &Parameters::dims, 1, Shape::maxRank - 1, NS_TEXT("permute", "Order"),
               NS_TEXT("permute", "Which axis of the input each axis of the output is; 1 is the first of a sample."))
        .range(1, Shape::maxRank - 1)
        .usual(1, 3);
    return LayerBuilder<Parameters>("permute", 1, Category::shape, NS_TEXT("permute", "Permute"),
                                    NS_TEXT("permute", "Puts the axes of a sample in another order."))
        .alsoKnownAs(NS_TEXT("permute", "transpose, swap axes, rearrange, move axis"))
        .parameters(parameters)
        .passesValues()
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters& p, LayerCode& code) {
                         code.kerasLayer("Permute", {}, {"dims"}, {pythonTuple(p.dims)});
                     })
                     .pytorch([](const Parameters& p, LayerCode& code) {
                         std::vector<std::int64_t> axes = p.dims;
                         axes.insert(axes.begin(), 0);
                         code.expression("{0}.permute" + pythonTuple(axes));
                     }))
        .build();
}

} // namespace netsmith::layer
