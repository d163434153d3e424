#include "engine/ops/pool2d.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

#include <fmt/format.h>

namespace netsmith {

std::string Pool2dAttributes::text() const
{
    std::string out = window.text();
    if (activation != Activation::none)
        out += fmt::format(" {}", nameOf(activation));
    return out + fmt::format(" input {}", inputShape.text());
}

namespace ops {
namespace {

/// Whether each of the `outputs` windows along an axis covers an input pixel, and not only padding.
bool everyWindowSeesInput(std::int64_t size, std::int64_t outputs, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                          std::int64_t before)
{
    for (std::int64_t o = 0; o < outputs; ++o) {
        const std::int64_t begin = o * stride - before;
        // The first tap that is not before the input.
        const std::int64_t tap = begin >= 0 ? 0 : (-begin + dilation - 1) / dilation;
        if (tap >= kernel || begin + tap * dilation >= size)
            return false;
    }
    return true;
}

Shape resultOf(const InputCheck& check, const Pool2dAttributes& attributes)
{
    const Shape& x = attributes.inputShape;
    const Window2d& window = attributes.window;
    check.expect(x.rank() == 4, "N×H×W×C", x.text());
    const Size2 size = window.outputOf({x[1], x[2]});
    check.expect(
        everyWindowSeesInput(x[1], size.height, window.kernel.height, window.stride.height, window.dilation.height, window.top)
            && everyWindowSeesInput(x[2], size.width, window.kernel.width, window.stride.width, window.dilation.width, window.left),
        fmt::format("window ∩ {} ≠ ∅", x.text()), window.text());
    return {x[0], size.height, size.width, x[3]};
}

DataType winnerType(const Window2d& window)
{
    constexpr std::int64_t mostInByte = 254; // 255 stands for none
    return window.kernel.height * window.kernel.width > mostInByte ? DataType::i32 : DataType::u8;
}

Shape checkForward(const InputCheck& check, const Pool2dAttributes& attributes)
{
    check.expectFloating(0);
    check.expectRank(0, 4);
    check.expectShape(0, attributes.inputShape);
    return resultOf(check, attributes);
}

std::vector<TensorType> inferMax(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Pool2dAttributes&>(base);
    const InputCheck check("max_pool2d", inputs, {"x"}, 1);
    const Shape result = checkForward(check, attributes);
    check.expect(attributes.activation == Activation::none || attributes.activation == Activation::relu, "activation = none/relu",
                 netsmith::nameOf(attributes.activation));
    return {{result, check.type(0)}, {result, winnerType(attributes.window)}};
}

void gradientMax(GradientContext& context)
{
    expectUnfused(context.op(), context.op().as<Pool2dAttributes>().activation != Activation::none);
    context.give(
        0, context.emitter().emitOne(maxPool2dBackward, context.op().attributes, {context.outputGradient(0), context.output(1)}));
}

std::vector<TensorType> inferMaxBackward(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Pool2dAttributes&>(base);
    const InputCheck check("max_pool2d_backward", inputs, {"dy", "winner"}, 2);
    const Shape result = resultOf(check, attributes);
    check.expectFloating(0);
    check.expectShape(0, result);
    check.expectShape(1, result);
    check.expectType(1, {winnerType(attributes.window)});
    return {{attributes.inputShape, check.type(0)}};
}

void expectNoActivation(const InputCheck& check, const Pool2dAttributes& attributes)
{
    check.expect(attributes.activation == Activation::none, "activation = none", netsmith::nameOf(attributes.activation));
}

std::vector<TensorType> inferMaxCodes(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Pool2dAttributes&>(base);
    const InputCheck check("max_pool2d_codes", inputs, {"x"}, 1);
    expectNoActivation(check, attributes);
    check.expectType(0, {DataType::u8});
    check.expectShape(0, attributes.inputShape);
    return {{resultOf(check, attributes), DataType::u8}};
}

std::vector<TensorType> inferAverage(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Pool2dAttributes&>(base);
    const InputCheck check("avg_pool2d", inputs, {"x"}, 1);
    expectNoActivation(check, attributes);
    return {{checkForward(check, attributes), check.type(0)}};
}

void gradientAverage(GradientContext& context)
{
    context.give(0, context.emitter().emitOne(avgPool2dBackward, context.op().attributes, {context.outputGradient(0)}));
}

std::vector<TensorType> inferAverageBackward(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const Pool2dAttributes&>(base);
    const InputCheck check("avg_pool2d_backward", inputs, {"dy"}, 1);
    expectNoActivation(check, attributes);
    check.expectFloating(0);
    check.expectShape(0, resultOf(check, attributes));
    return {{attributes.inputShape, check.type(0)}};
}

/// One comparison or addition for each tap of each result.
double flops(const Attributes& base, std::span<const TensorInfo> inputs, std::span<const TensorInfo> outputs)
{
    const auto& attributes = static_cast<const Pool2dAttributes&>(base);
    const Shape& pooled = inputs[0].shape == attributes.inputShape ? outputs[0].shape : inputs[0].shape;
    return static_cast<double>(pooled.elements()) * static_cast<double>(attributes.window.kernel.height)
        * static_cast<double>(attributes.window.kernel.width);
}

} // namespace

constinit const OpSpec maxPool2d{.name = "max_pool2d", .infer = inferMax, .gradient = gradientMax, .flops = flops};
constinit const OpSpec maxPool2dCodes{.name = "max_pool2d_codes", .infer = inferMaxCodes, .flops = flops};
constinit const OpSpec maxPool2dBackward{.name = "max_pool2d_backward", .infer = inferMaxBackward};
constinit const OpSpec avgPool2d{.name = "avg_pool2d", .infer = inferAverage, .gradient = gradientAverage, .flops = flops};
constinit const OpSpec avgPool2dBackward{.name = "avg_pool2d_backward", .infer = inferAverageBackward, .flops = flops};

} // namespace ops
} // namespace netsmith
