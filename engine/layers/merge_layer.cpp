#include "engine/layers/merge_layer.h"

#include "engine/core/error.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/reshape.h"
#include "engine/ops/upsample.h"

#include <algorithm>

#include <fmt/format.h>

namespace netsmith::layer {
namespace {

struct NoParameters { };

/// Repeats axes of size 1, run by run: a run is one axis of an image, and what lies before and behind it the others.
TensorId emitRepeated(Emitter& emitter, TensorId x, const Shape& wanted)
{
    Shape shape = emitter.shape(x);
    for (int first = 1; first < shape.rank(); ++first) {
        if (shape[first] == wanted[first])
            continue;
        std::int64_t before = 1, times = 1, after = 1;
        int end = first;
        std::vector<std::int64_t> sizes(shape.sizes().begin(), shape.sizes().end());
        for (; end < shape.rank() && shape[end] != wanted[end]; ++end) {
            times *= wanted[end];
            sizes[static_cast<std::size_t>(end)] = wanted[end];
        }
        for (int axis = 1; axis < first; ++axis)
            before *= shape[axis];
        for (int axis = end; axis < shape.rank(); ++axis)
            after *= shape[axis];
        const auto factors = std::make_shared<UpsampleAttributes>(std::vector<std::int64_t>{1, times});
        x = emitter.emitOne(ops::upsample, factors, {emitReshape(emitter, x, {shape[0], before, 1, after})});
        shape = Shape(sizes);
        x = emitReshape(emitter, x, shape);
    }
    return x;
}

void exportOnnx(OnnxCall& call, const std::string& op, bool many)
{
    OnnxCall::Value y = call.input();
    if (many)
        y = call.add(op, call.inputs());
    else
        for (std::size_t i = 1; i < call.inputs().size(); ++i)
            y = call.add(op, {y, call.inputs()[i]});
    call.setOutput(0, y);
}

} // namespace

Shape commonShape(std::span<const Shape> inputs)
{
    std::vector<std::int64_t> sizes(inputs[0].sizes().begin(), inputs[0].sizes().end());
    for (const Shape& input : inputs) {
        bool fits = input.rank() == inputs[0].rank();
        for (int axis = 0; fits && axis < input.rank(); ++axis) {
            std::int64_t& size = sizes[static_cast<std::size_t>(axis)];
            fits = input[axis] == size || input[axis] == 1 || size == 1;
            size = std::max(size, input[axis]);
        }
        if (!fits)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("merge.shapes",
                                   "expected inputs of the same shape, or of size 1 along an axis, got {0} and {1}; give them the "
                                   "same shape first"),
                        inputs[0].text(), input.text());
    }
    return Shape(sizes);
}

std::vector<TensorId> emitCommonShape(Emitter& emitter, std::span<const TensorId> inputs)
{
    std::vector<Shape> shapes;
    for (const TensorId input : inputs)
        shapes.push_back(emitter.shape(input));
    const Shape common = commonShape(shapes);
    std::vector<TensorId> result;
    for (const TensorId input : inputs)
        result.push_back(emitRepeated(emitter, input, common));
    return result;
}

std::shared_ptr<const LayerExports> mergeExports(std::string kerasClass, std::string joined)
{
    return layerExports(ParameterBuilder<NoParameters>())
        .keras([kerasClass](const NoParameters&, LayerCode& code) { code.kerasLayer(kerasClass); })
        .pytorch([joined](const NoParameters&, LayerCode& code) {
            code.order(AxisOrder::any);
            std::string all = "{0}";
            for (std::size_t i = 1; i < code.inputs().size(); ++i)
                all = fmt::format(fmt::runtime(joined), all, fmt::format("{{{}}}", i));
            code.expression(std::move(all));
        });
}

LayerSpec mergeLayer(std::string id, std::string title, std::string doc, std::string alsoKnownAs, std::vector<PortSpec> inputs,
                     std::function<TensorId(Emitter&, std::span<const TensorId>)> emit, std::string op, bool many,
                     const std::shared_ptr<const LayerExports>& scripts)
{
    auto exports = std::make_shared<LayerExports>(*scripts);
    exports->onnx = [op = std::move(op), many](const ParameterMap&, OnnxCall& call) { exportOnnx(call, op, many); };
    return LayerBuilder<NoParameters>(std::move(id), 1, Category::merge, std::move(title), std::move(doc))
        .alsoKnownAs(std::move(alsoKnownAs))
        .inputs(std::move(inputs))
        .keepsSteps()
        .shapes([](const NoParameters&, std::span<const Shape> shapes) { return std::vector<Shape>{commonShape(shapes)}; })
        .lower([emit = std::move(emit)](const NoParameters&, LayerCall& call) {
            call.setOutput(0, emit(call.emitter(), emitCommonShape(call.emitter(), call.inputs())));
        })
        .exports(std::move(exports))
        .build();
}

} // namespace netsmith::layer
