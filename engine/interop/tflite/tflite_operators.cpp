#include "engine/interop/tflite/tflite_operators.h"

#include "engine/core/error.h"
#include "engine/interop/tflite/tflite_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace netsmith::interop {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

TfliteValue clipped(TfliteCall& call, const TfliteValue& x, double low, double high)
{
    if (low == -unbounded && high == unbounded)
        return x;
    if (low == 0 && high == unbounded)
        return call.network().add("Relu", {x});
    return call.network().add("Clip", {x, call.network().number(low), call.network().number(high)});
}

/// Integers end an output's range. Where it begins at 0, that is a ReLU, and where it also ends at 6, a ReLU6, whether the operator
/// says so or not; other ends only cut off what calibration never saw.
void narrow(const TfliteTensor& output, double& low, double& high)
{
    const TfliteType* type = output.type();
    if (!output.quantization || !type || type->numbers != TfliteType::Numbers::integers || type->bits > 16
        || output.quantization->scales.size() != 1 || output.quantization->zeros.size() != 1)
        return;
    const auto scale = static_cast<double>(output.quantization->scales[0]);
    const double least = type->name.starts_with('u') ? 0 : -std::ldexp(1.0, type->bits - 1);
    const double zero = static_cast<double>(output.quantization->zeros[0]), most = least + std::ldexp(1.0, type->bits) - 1;
    if (zero != least)
        return;
    low = std::max(low, 0.0);
    constexpr double six = 6;
    if (low == 0 && std::abs(scale * (most - zero) - six) <= scale)
        high = std::min(high, six);
}

/// What follows an operator: its activation, and where it computes in integers the ends of their range.
void finish(TfliteCall& call, TfliteValue y, bool computes = true)
{
    using enum TfliteOptions::Activation;
    double low = -unbounded, high = unbounded;
    switch (static_cast<TfliteOptions::Activation>(call.options().activation)) {
    case none: break;
    case relu: low = 0; break;
    case reluN1To1:
        low = -1;
        high = 1;
        break;
    case relu6:
        low = 0;
        high = 6;
        break;
    case tanh: call.set(call.network().add("Tanh", {y})); return;
    default: refuse(NS_MESSAGE("tflite.import.activation", "its activation, number {0}, is no layer's"), call.options().activation);
    }
    if (computes)
        narrow(call.outputTensor(), low, high);
    call.set(clipped(call, y, low, high));
}

std::string paddingOf(const TfliteCall& call)
{
    return call.options().isPaddedSame ? "SAME_UPPER" : "VALID";
}

void addBias(TfliteCall& call, std::vector<TfliteValue>& inputs, int bias)
{
    if (call.has(bias))
        inputs.push_back(call.weight(bias, "bias", {}, {call.shape(bias).elements()}));
}

void requireKernel(const Shape& kernel, bool fits)
{
    if (!fits)
        refuse(NS_MESSAGE("tflite.import.kernel", "its kernel of {0} does not fit its input"), kernel.text());
}

void translateConvolution(TfliteCall& call)
{
    const TfliteDims& image = call.imageDims(0);
    const Shape shape = call.shape(1); // outputs, height, width, inputs
    requireKernel(shape, shape.rank() == 4 && image[3] % shape[3] == 0);
    std::vector<TfliteValue> inputs{call.network().channelsFirst(call.value(0)),
                                    call.weight(1, "kernel", {0, 3, 1, 2}, {shape[0], shape[3], shape[1], shape[2]})};
    addBias(call, inputs, 2);
    const TfliteValue y = call.network().add("Conv", inputs,
                                             {{"group", image[3] / shape[3]},
                                              {"strides", call.options().strides},
                                              {"dilations", call.options().dilations},
                                              {"auto_pad", paddingOf(call)}});
    finish(call, call.network().channelsLast(y));
}

void translateDepthwiseConvolution(TfliteCall& call)
{
    const TfliteDims& image = call.imageDims(0);
    const Shape shape = call.shape(1); // 1, height, width, channels × multiplier
    requireKernel(shape, shape.rank() == 4 && shape[0] == 1 && shape[3] % image[3] == 0);
    std::vector<TfliteValue> inputs{call.network().channelsFirst(call.value(0)),
                                    call.weight(1, "kernel", {3, 0, 1, 2}, {shape[3], 1, shape[1], shape[2]})};
    addBias(call, inputs, 2);
    const TfliteValue y = call.network().add("Conv", inputs,
                                             {{"group", image[3]},
                                              {"strides", call.options().strides},
                                              {"dilations", call.options().dilations},
                                              {"auto_pad", paddingOf(call)}});
    finish(call, call.network().channelsLast(y));
}

void translateTransposedConvolution(TfliteCall& call)
{
    const TfliteDims wanted = call.integers(0);
    const TfliteDims& image = call.imageDims(2);
    const Shape shape = call.shape(1); // outputs, height, width, inputs
    requireKernel(shape, shape.rank() == 4 && image[3] == shape[3] && wanted.size() == 4);
    std::vector<TfliteValue> inputs{call.network().channelsFirst(call.value(2)),
                                    call.weight(1, "kernel", {3, 0, 1, 2}, {shape[3], shape[0], shape[1], shape[2]})};
    addBias(call, inputs, 3);
    OnnxTranslation::Attributes attributes{{"strides", call.options().strides}};
    if (call.options().isPaddedSame) {
        attributes.emplace_back("auto_pad", paddingOf(call));
        attributes.emplace_back("output_shape", TfliteDims{wanted[1], wanted[2]});
    }
    finish(call, call.network().channelsLast(call.network().add("ConvTranspose", inputs, attributes)));
}

void translateDense(TfliteCall& call)
{
    if (call.options().weightsFormat != 0)
        refuse(NS_MESSAGE("tflite.import.shuffled", "its weights are in an order that only some processors use"));
    const Shape kernel = call.shape(1); // outputs, inputs
    requireKernel(kernel, kernel.rank() == 2);
    TfliteValue x = call.value(0);
    const TfliteDims& dims = call.dims(0);
    if (dims.size() > 2 && dims.back() != kernel[1])
        x = call.network().add("Flatten", {x});
    std::vector<TfliteValue> inputs{x, call.weight(1, "kernel", {}, {kernel[0], kernel[1]})};
    addBias(call, inputs, 2);
    finish(call, call.network().add("Gemm", inputs, {{"transB", std::int64_t{1}}}));
}

void translatePooling(TfliteCall& call)
{
    const TfliteDims& image = call.imageDims(0);
    const bool isMaximum = call.op() == "MAX_POOL_2D";
    const TfliteDims& window = call.options().window;
    const TfliteValue x = call.network().channelsFirst(call.value(0));
    const bool isWhole = !call.options().isPaddedSame && window == TfliteDims{image[1], image[2]};
    const TfliteValue y = isWhole
        ? call.network().add(isMaximum ? "GlobalMaxPool" : "GlobalAveragePool", {x})
        : call.network().add(isMaximum ? "MaxPool" : "AveragePool", {x},
                             {{"kernel_shape", window}, {"strides", call.options().strides}, {"auto_pad", paddingOf(call)}});
    finish(call, call.network().channelsLast(y), false);
}

void translateReduction(TfliteCall& call)
{
    const TfliteDims& dims = call.dims(0);
    TfliteDims axes = call.integers(1);
    for (std::int64_t& axis : axes)
        axis = fromFront(axis, dims);
    std::ranges::sort(axes);
    const bool isMean = call.op() == "MEAN";
    const std::string op = isMean   ? "ReduceMean"
        : call.op() == "SUM"        ? "ReduceSum"
        : call.op() == "REDUCE_MAX" ? "ReduceMax"
                                    : "ReduceMin";
    if (dims.size() == 4 && axes == TfliteDims{1, 2} && (isMean || op == "ReduceMax")) {
        const TfliteValue y =
            call.network().add(isMean ? "GlobalAveragePool" : "GlobalMaxPool", {call.network().channelsFirst(call.value(0))});
        call.set(call.options().keepsDims ? call.network().channelsLast(y) : call.network().add("Flatten", {y}));
        return;
    }
    call.set(call.network().add(op, {call.value(0), call.network().integers(axes)},
                                {{"keepdims", std::int64_t{call.options().keepsDims ? 1 : 0}}}));
}

void translateConcatenation(TfliteCall& call)
{
    std::vector<TfliteValue> inputs;
    for (int input = 0; input < call.inputs(); ++input)
        inputs.push_back(call.value(input));
    finish(call, call.network().add("Concat", inputs, {{"axis", call.options().axis}}), false);
}

void translateSoftmax(TfliteCall& call)
{
    TfliteValue x = call.value(0);
    if (call.options().beta != 1)
        x = call.network().add("Mul", {x, call.network().number(call.options().beta)});
    call.set(call.network().add("Softmax", {x}, {{"axis", std::int64_t{-1}}}));
}

void translatePRelu(TfliteCall& call)
{
    call.set(call.network().add("PRelu", {call.value(0), call.value(1)}));
}

void translateClip(TfliteCall& call)
{
    double low = call.op() == "RELU_N1_TO_1" ? -1 : 0;
    double high = call.op() == "RELU6" ? 6 : call.op() == "RELU" ? unbounded : 1;
    narrow(call.outputTensor(), low, high);
    call.set(clipped(call, call.value(0), low, high));
}

void translateLeakyRelu(TfliteCall& call)
{
    call.set(call.network().add("LeakyRelu", {call.value(0)}, {{"alpha", call.options().alpha}}));
}

void translateGelu(TfliteCall& call)
{
    call.set(call.network().add("Gelu", {call.value(0)},
                                {{"approximate", std::string(call.options().isApproximate ? "tanh" : "none")}}));
}

void translateSquare(TfliteCall& call)
{
    const TfliteValue x = call.value(0);
    call.set(call.network().add("Mul", {x, x}));
}

/// The same numbers in another type.
void translateCopy(TfliteCall& call)
{
    if (call.isConstant(0))
        call.setConstant(0);
    else
        call.set(call.network().add("Identity", {call.value(0)}));
}

/// An operator that is also one of ONNX's, with the same inputs.
struct SameOperator {
    std::string_view op;
    std::string_view onnx;
    bool hasActivation;
};
constexpr std::array sameOperators{
    SameOperator{"ABS", "Abs", false},          SameOperator{"ADD", "Add", true},
    SameOperator{"ADD_N", "Sum", false},        SameOperator{"DIV", "Div", true},
    SameOperator{"ELU", "Elu", false},          SameOperator{"HARD_SWISH", "HardSwish", false},
    SameOperator{"LOGISTIC", "Sigmoid", false}, SameOperator{"MAXIMUM", "Max", false},
    SameOperator{"MINIMUM", "Min", false},      SameOperator{"MUL", "Mul", true},
    SameOperator{"NEG", "Neg", false},          SameOperator{"SUB", "Sub", true},
    SameOperator{"TANH", "Tanh", false},
};

struct Translation {
    std::string_view op;
    void (*translate)(TfliteCall&);
};
constexpr std::array translations{
    Translation{"AVERAGE_POOL_2D", translatePooling},
    Translation{"CONCATENATION", translateConcatenation},
    Translation{"CONV_2D", translateConvolution},
    Translation{"DEPTHWISE_CONV_2D", translateDepthwiseConvolution},
    Translation{"DEPTH_TO_SPACE", translateBlocks},
    Translation{"DEQUANTIZE", translateCopy},
    Translation{"EXPAND_DIMS", translateExpandDims},
    Translation{"FAKE_QUANT", translateCopy},
    Translation{"FULLY_CONNECTED", translateDense},
    Translation{"GATHER", translateGather},
    Translation{"GELU", translateGelu},
    Translation{"LEAKY_RELU", translateLeakyRelu},
    Translation{"MAX_POOL_2D", translatePooling},
    Translation{"MEAN", translateReduction},
    Translation{"MIRROR_PAD", translatePad},
    Translation{"PAD", translatePad},
    Translation{"PADV2", translatePad},
    Translation{"PRELU", translatePRelu},
    Translation{"QUANTIZE", translateCopy},
    Translation{"REDUCE_MAX", translateReduction},
    Translation{"REDUCE_MIN", translateReduction},
    Translation{"RELU", translateClip},
    Translation{"RELU6", translateClip},
    Translation{"RELU_0_TO_1", translateClip},
    Translation{"RELU_N1_TO_1", translateClip},
    Translation{"RESHAPE", translateReshape},
    Translation{"RESIZE_BILINEAR", translateResize},
    Translation{"RESIZE_NEAREST_NEIGHBOR", translateResize},
    Translation{"SLICE", translateSlice},
    Translation{"SOFTMAX", translateSoftmax},
    Translation{"SPACE_TO_DEPTH", translateBlocks},
    Translation{"SPLIT", translateSplit},
    Translation{"SPLIT_V", translateSplit},
    Translation{"SQUARE", translateSquare},
    Translation{"SQUEEZE", translateSqueeze},
    Translation{"STRIDED_SLICE", translateStridedSlice},
    Translation{"SUM", translateReduction},
    Translation{"TRANSPOSE", translateTranspose},
    Translation{"TRANSPOSE_CONV", translateTransposedConvolution},
};

} // namespace

void translate(TfliteCall& call)
{
    if (const auto* found = std::ranges::find(translations, call.op(), &Translation::op); found != translations.end()) {
        found->translate(call);
        return;
    }
    std::vector<TfliteValue> inputs;
    const auto* same = std::ranges::find(sameOperators, call.op(), &SameOperator::op);
    for (int input = 0; same != sameOperators.end() && input < call.inputs(); ++input)
        inputs.push_back(call.value(input));
    if (same == sameOperators.end())
        call.network().add(call.op(), inputs); // which is refused by name
    else if (const TfliteValue y = call.network().add(same->onnx, inputs); same->hasActivation)
        finish(call, y);
    else
        call.set(y);
}

} // namespace netsmith::interop
