#include "engine/layers/pooling.h"

#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/onnx_window.h"
#include "engine/layers/sequence_mask.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/affine.h"
#include "engine/ops/batch_matmul.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/mask_steps.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/reshape.h"
#include "engine/ops/softmax.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::layer {
namespace {

struct Parameters {
    explicit Parameters(int axes = 2)
        : poolSize(static_cast<std::size_t>(axes), 2)
        , explicitPadding(static_cast<std::size_t>(2 * axes), 0)
    {
    }
    std::vector<std::int64_t> poolSize;
    std::vector<std::int64_t> strides;
    std::string padding = "valid";
    std::vector<std::int64_t> explicitPadding; ///< before and after each axis

    std::int64_t pool(int axis) const { return poolSize[static_cast<std::size_t>(axis)]; }
    std::int64_t stride(int axis) const
    {
        // If empty, the window moves by its own size; the last entry stands for the axes that have none.
        return strides.empty() ? pool(axis) : strides[std::min(static_cast<std::size_t>(axis), strides.size() - 1)];
    }
};

/// The window along an axis of a sample, and along the next one too where `second` is true.
Window2d windowOf(const Parameters& p, const Shape& sample, int first, bool second)
{
    const int next = first + 1;
    const Size2 pool{p.pool(first), second ? p.pool(next) : 1}, stride{p.stride(first), second ? p.stride(next) : 1};
    if (p.padding != "explicit")
        return windowFor({sample[first], second ? sample[next] : 1}, pool, stride, {1, 1}, p.padding);
    const auto amount = [&](int axis, int side) {
        const std::int64_t given = p.explicitPadding[static_cast<std::size_t>(2 * axis + side)];
        if (given >= p.pool(axis))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("pooling.padding",
                                   "expected less padding than the window of {0}, got {1}; a window of padding alone "
                                   "has no result"),
                        p.pool(axis), given);
        return given;
    };
    return {.kernel = pool,
            .stride = stride,
            .top = amount(first, 0),
            .bottom = amount(first, 1),
            .left = second ? amount(next, 0) : 0,
            .right = second ? amount(next, 1) : 0};
}

/// `window` over `x` viewed as images of this shape.
TensorId emitPool(Emitter& emitter, const OpSpec& op, TensorId x, const Shape& images, const Window2d& window)
{
    auto attributes = std::make_shared<Pool2dAttributes>();
    attributes->window = window;
    attributes->inputShape = images;
    if (emitter.shape(x) != images)
        x = emitReshape(emitter, x, images);
    return emitter.emit(op, std::move(attributes), {x})[0];
}

TensorId reshaped(Emitter& emitter, TensorId x, const Shape& shape)
{
    return emitter.shape(x) == shape ? x : emitReshape(emitter, x, shape);
}

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    const Shape& x = inputs[0];
    const auto axes = static_cast<int>(p.poolSize.size());
    requireAxes(x, axes);
    std::vector<std::int64_t> sizes;
    for (int axis = 0; axis < axes; ++axis)
        sizes.push_back(windowOf(p, x, axis, false).outputOf({x[axis], 1}).height);
    sizes.push_back(x[-1]);
    return {Shape(sizes)};
}

void lower(const Parameters& p, LayerCall& call, const OpSpec& op)
{
    Emitter& emitter = call.emitter();
    const Shape x = emitter.shape(call.input());
    const Shape sample = x.withoutBatch();
    const std::int64_t batch = x[0], channels = x[-1];
    const Shape result = shapes(p, std::span(&sample, 1))[0].withBatch(batch);
    TensorId y = noTensor;
    switch (p.poolSize.size()) {
    case 1: y = emitPool(emitter, op, call.input(), {batch, sample[0], 1, channels}, windowOf(p, sample, 0, false)); break;
    case 2: y = emitPool(emitter, op, call.input(), x, windowOf(p, sample, 0, true)); break;
    default:
        y = emitPool(emitter, op, call.input(), {batch * sample[0], sample[1], sample[2], channels}, windowOf(p, sample, 1, true));
        y = emitPool(emitter, op, y, {batch, sample[0], result[2] * result[3], channels}, windowOf(p, sample, 0, false));
    }
    call.setOutput(0, reshaped(emitter, y, result));
}

bool isAverage(const OpSpec& op)
{
    return &op == &ops::avgPool2d;
}

struct GlobalParameters {
    bool keepDims = false;
};

std::vector<Shape> globalShapes(const GlobalParameters& p, std::span<const Shape> inputs, int axes)
{
    requireAxes(inputs[0], axes);
    requireMask(inputs);
    std::vector<std::int64_t> sizes(p.keepDims ? static_cast<std::size_t>(axes) : 0, 1);
    sizes.push_back(inputs[0][-1]);
    return {Shape(sizes)};
}

/// The mean over the valid steps, as in Keras's GlobalAveragePooling1D. A softmax of a mask that is far below 0 for masked steps
/// gives the steps' weights: 0 for masked ones, equal for all others. If all are masked, all count.
TensorId emitMaskedMean(Emitter& emitter, TensorId x, TensorId mask)
{
    constexpr double far = 1e4; // exp(-far) is 0, and FP16 holds it
    const Shape sizes = emitter.shape(x);
    const TensorId shares = emitter.emitOne(ops::softmax, noAttributes(), {emitAffine(emitter, mask, {far}, {-far})});
    return emitBatchMatmul(emitter, emitReshape(emitter, shares, {sizes[0], 1, sizes[1]}), x, false, false);
}

void lowerGlobal(const GlobalParameters& p, LayerCall& call, const OpSpec& op, int axes)
{
    Emitter& emitter = call.emitter();
    const Shape x = emitter.shape(call.input());
    const Shape sample = x.withoutBatch();
    const Size2 size{sample[0], sample.elements() / sample[0] / sample[-1]};
    const TensorId mask = axes == 1 ? stepMask(call) : noTensor;
    TensorId y = call.input();
    if (mask != noTensor && isAverage(op)) {
        y = emitMaskedMean(emitter, y, mask);
    } else {
        if (mask != noTensor) // else padding would be the largest if all other values are below it
            y = emitMaskSteps(emitter, y, mask, MaskedAs::lowest);
        y = emitPool(emitter, op, y, {x[0], size.height, size.width, x[-1]}, {.kernel = size, .stride = size});
    }
    call.setOutput(0, reshaped(emitter, y, globalShapes(p, std::span(&sample, 1), axes)[0].withBatch(x[0])));
}

void exportPooling(const Parameters& p, OnnxCall& call, const OpSpec& op)
{
    const auto axes = static_cast<int>(p.poolSize.size());
    std::vector<WindowAxis> window;
    for (int axis = 0; axis < axes; ++axis)
        window.push_back(windowOf(p, call.inputShape(0), axis, false).vertical());
    const OnnxCall::Value x = call.channelsFirst(call.input(), axes);
    call.setOutput(0, call.channelsLast(call.add(isAverage(op) ? "AveragePool" : "MaxPool", {x}, onnxWindow(window)), axes));
}

/// Over the valid steps of a sequence; see `emitMaskedMean` and `MaskStepsAttributes::sparesEmpty`.
OnnxCall::Value onnxMaskedPooling(OnnxCall& call, const OnnxCall::Value& mask, bool average)
{
    const OnnxCall::Value steps = call.integers({1});
    const OnnxCall::Value none = call.add("Equal", {call.add("ReduceSum", {mask, steps}), call.number(0.0)});
    const OnnxCall::Value counted = call.add("Where", {none, call.number(1.0), mask});
    if (!average) {
        const OnnxCall::Value skipped = call.add("Equal", {call.add("Unsqueeze", {counted, call.integers({2})}), call.number(0.0)});
        return call.add("ReduceMax", {call.add("Where", {skipped, call.number(lowestStep), call.input()}), steps});
    }
    const OnnxCall::Value shares = call.add("Div", {counted, call.add("ReduceSum", {counted, steps})});
    return call.add("MatMul", {call.add("Unsqueeze", {shares, steps}), call.input()});
}

void exportGlobalPooling(OnnxCall& call, const OpSpec& op, int axes)
{
    const OnnxCall::Value mask = axes == 1 ? onnxStepMask(call) : OnnxCall::Value();
    const OnnxCall::Value y = mask.empty()
        ? call.add(isAverage(op) ? "GlobalAveragePool" : "GlobalMaxPool", {call.channelsFirst(call.input(), axes)})
        : onnxMaskedPooling(call, mask, isAverage(op));
    call.setOutput(0, call.reshape(y, call.outputShape(0)));
}

void writeKeras(const Parameters& p, LayerCode& code, const OpSpec& op, int axes)
{
    if (p.padding == "explicit")
        return code.refuse(
            NS_MESSAGE("pooling.keras", "its padding is explicit, which Keras's can't be; use \"same\" or \"valid\""));
    code.kerasLayer(fmt::format("{}Pooling{}D", isAverage(op) ? "Average" : "Max", axes), {"pool_size"}, {"explicit_padding"});
}

/// Padding is never counted: PyTorch has it on both sides, or a last window that reaches beyond the end (`ceil_mode`).
void writeTorch(const Parameters& p, LayerCode& code, const OpSpec& op)
{
    const auto axes = static_cast<int>(p.poolSize.size());
    std::vector<std::int64_t> strides, even, sides;
    bool uneven = false, ends = false;
    for (int axis = 0; axis < axes; ++axis) {
        const Window2d window = windowOf(p, code.input(), axis, false);
        strides.push_back(p.stride(axis));
        even.push_back(window.top);
        sides.insert(sides.begin(), {window.top, window.bottom});
        ends = ends || (window.top == 0 && window.bottom > 0);
        uneven = uneven || (window.top != window.bottom && window.top > 0) || window.top > p.pool(axis) / 2;
    }
    for (int axis = 0; axis < axes && ends; ++axis) { // with `ceil_mode` no other axis may get one more window
        const Window2d window = windowOf(p, code.input(), axis, false);
        const std::int64_t left = code.input()[axis] + 2 * window.top - p.pool(axis);
        uneven = uneven || (left + p.stride(axis) - 1) / p.stride(axis) + 1 != code.output()[axis];
    }
    code.order(AxisOrder::channelsFirst);
    if (uneven && isAverage(op))
        return code.refuse(
            NS_MESSAGE("pooling.pytorch", "its padding differs from side to side, which PyTorch's has not; use \"valid\""));
    if (uneven) {
        code.module(fmt::format("nn.ConstantPad{}d", axes), {pythonTuple(sides), "float(\"-inf\")"});
        even.assign(even.size(), 0);
        ends = false;
    }
    const std::vector<std::int64_t> zeros(even.size(), 0);
    code.module(fmt::format("nn.{}Pool{}d", isAverage(op) ? "Avg" : "Max", axes),
                {pythonSize(p.poolSize), keyword("stride", strides, p.poolSize), keyword("padding", even, zeros),
                 keyword("ceil_mode", ends, false), isAverage(op) && even != zeros ? "count_include_pad=False" : ""});
}

void writeKerasGlobal(LayerCode& code, const OpSpec& op, int axes)
{
    if (code.inputs().size() > 1)
        return code.refuse(NS_MESSAGE("pooling.code_mask", "it reads a mask from a wire; leave the mask out"));
    code.kerasLayer(fmt::format("Global{}Pooling{}D", isAverage(op) ? "Average" : "Max", axes));
}

void writeTorchGlobal(const GlobalParameters& p, LayerCode& code, const OpSpec& op, int axes)
{
    if (code.inputs().size() > 1 || !code.mask().empty())
        return code.refuse(NS_MESSAGE("pooling.code_mask_pytorch", "steps of its input may be left out, which PyTorch's can't do"));
    code.order(AxisOrder::channelsFirst);
    code.module(fmt::format("nn.Adaptive{}Pool{}d", isAverage(op) ? "Avg" : "Max", axes), {"1"});
    if (!p.keepDims)
        code.module("nn.Flatten");
}

std::string unitOf(int axes)
{
    return axes == 1 ? NS_TEXT("unit", "steps") : axes == 2 ? NS_TEXT("unit", "pixels") : NS_TEXT("unit", "voxels");
}

} // namespace

LayerSpec poolingLayer(std::string id, std::string title, std::string doc, const OpSpec& op, int axes)
{
    ParameterBuilder<Parameters> parameters{Parameters(axes)};
    parameters
        .sizes("pool_size", &Parameters::poolSize, axes, axes, NS_TEXT("pooling", "Pool size"),
               NS_TEXT("pooling", "The size of the window along each axis; for an image, height, then width."))
        .range(1, 65536)
        .usual(2, 4)
        .unit(unitOf(axes))
        .sizes("strides", &Parameters::strides, 0, axes, NS_TEXT("pooling", "Strides"),
               NS_TEXT("pooling", "How far the window moves along each axis; empty: by its own size."))
        .range(1, 65536)
        .usual(1, 4)
        .unit(unitOf(axes))
        .choice("padding", &Parameters::padding, NS_TEXT("pooling", "Padding"),
                NS_TEXT("pooling",
                        "How the input is padded: so that nothing is left out (same), not at all (valid), or by explicit amounts. "
                        "Padding itself is never counted."),
                {{"explicit", NS_TEXT("pooling", "Explicit")},
                 {"same", NS_TEXT("pooling", "Same")},
                 {"valid", NS_TEXT("pooling", "Valid")}})
        .sizes("explicit_padding", &Parameters::explicitPadding, 2 * axes, 2 * axes, NS_TEXT("pooling", "Explicit padding"),
               NS_TEXT("pooling",
                       "The padding before and after each axis, if it is explicit; for an image: above, below, left, right."))
        .range(0, 65535)
        .usual(0, 2)
        .unit(unitOf(axes));
    return LayerBuilder<Parameters>(std::move(id), 1, Category::pooling, std::move(title), std::move(doc))
        .parameters(parameters)
        .shapes(shapes)
        .lower([&op](const Parameters& p, LayerCall& call) { lower(p, call, op); })
        .exports(layerExports(parameters)
                     .onnx([&op](const Parameters& p, OnnxCall& call) { exportPooling(p, call, op); })
                     .keras([&op, axes](const Parameters& p, LayerCode& code) { writeKeras(p, code, op, axes); })
                     .pytorch([&op](const Parameters& p, LayerCode& code) { writeTorch(p, code, op); }))
        .build();
}

LayerSpec globalPoolingLayer(std::string id, std::string title, std::string doc, const OpSpec& op, int axes)
{
    ParameterBuilder<GlobalParameters> parameters;
    parameters.boolean("keepdims", &GlobalParameters::keepDims, NS_TEXT("pooling", "Keep axes"),
                       NS_TEXT("pooling", "Whether the output keeps its axes, each of size 1, instead of becoming a vector."));
    LayerBuilder<GlobalParameters> layer(std::move(id), 1, Category::pooling, std::move(title), std::move(doc));
    if (axes == 1)
        layer.inputs({{"input", ""}, maskPort()});
    return layer.parameters(parameters)
        .shapes([axes](const GlobalParameters& p, std::span<const Shape> inputs) { return globalShapes(p, inputs, axes); })
        .lower([&op, axes](const GlobalParameters& p, LayerCall& call) { lowerGlobal(p, call, op, axes); })
        .exports(layerExports(parameters)
                     .onnx([&op, axes](const GlobalParameters&, OnnxCall& call) { exportGlobalPooling(call, op, axes); })
                     .keras([&op, axes](const GlobalParameters&, LayerCode& code) { writeKerasGlobal(code, op, axes); })
                     .pytorch([&op, axes](const GlobalParameters& p, LayerCode& code) { writeTorchGlobal(p, code, op, axes); }))
        .build();
}

} // namespace netsmith::layer
