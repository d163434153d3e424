#include "engine/core/checked.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/concat.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    std::int64_t axis = -1;
};

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    const Shape& first = inputs[0];
    requireAxes(first);
    const int axis = sampleAxis(p.axis, first.rank());
    std::vector<std::int64_t> sizes(first.sizes().begin(), first.sizes().end());
    for (const Shape& input : inputs.subspan(1)) {
        bool fits = input.rank() == first.rank();
        for (int i = 0; fits && i < first.rank(); ++i)
            fits = i == axis || input[i] == first[i];
        const auto total = fits ? checkedAdd(sizes[static_cast<std::size_t>(axis)], input[axis]) : std::nullopt;
        if (!total)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("concatenate.shapes", "expected inputs that differ along axis {0} only, got {1} and {2}"),
                        p.axis, first.text(), input.text());
        sizes[static_cast<std::size_t>(axis)] = *total;
    }
    return {Shape(sizes)};
}

void lower(const Parameters& p, LayerCall& call)
{
    const std::vector<TensorId> inputs(call.inputs().begin(), call.inputs().end());
    const int axis = sampleAxis(p.axis, call.emitter().shape(inputs[0]).rank() - 1) + 1;
    call.setOutput(0, call.emitter().emitOne(ops::concat, std::make_shared<ConcatAttributes>(axis), inputs));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const std::int64_t axis = sampleAxis(p.axis, call.inputShape(0).rank()) + 1;
    call.setOutput(0, call.add("Concat", call.inputs(), {{"axis", axis}}));
}

/// In the order of PyTorch's axes, where channels come before positions.
void writeTorch(const Parameters& p, LayerCode& code)
{
    const int rank = code.input().rank(), axis = sampleAxis(p.axis, rank);
    const bool channelsFirst = rank > 2;
    code.order(channelsFirst ? AxisOrder::channelsFirst : AxisOrder::channelsLast);
    std::string all;
    for (std::size_t i = 0; i < code.inputs().size(); ++i)
        all += (i == 0 ? "{" : ", {") + std::to_string(i) + "}";
    const int there = !channelsFirst ? axis + 1 : axis == rank - 1 ? 1 : axis + 2;
    code.expression("torch.cat([" + all + "], dim=" + std::to_string(there) + ")");
}

} // namespace

LayerSpec concatenate()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .integer(
            "axis", &Parameters::axis, NS_TEXT("concatenate", "Axis"),
            NS_TEXT("concatenate", "The axis along which the inputs are joined: −1 the last (channels); 1 the first of a sample."))
        .range(-Shape::maxRank, Shape::maxRank)
        .usual(-1, 3);
    return LayerBuilder<Parameters>("concatenate", 1, Category::merge, NS_TEXT("concatenate", "Concatenate"),
                                    NS_TEXT("concatenate", "Joins inputs along one axis; their other axes must be equal."))
        .alsoKnownAs(NS_TEXT("concatenate", "concat, cat, join, stack"))
        .shortTitle(NS_TEXT("concatenate", "Concat"))
        .inputs({{"inputs", NS_TEXT("concatenate", "Two or more tensors, in the order of the wires."), true}})
        .parameters(parameters)
        .keepsSteps()
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("Concatenate"); })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
