#include "engine/cpu/winograd.h"

#include "engine/backend/workspace.h"
#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernels/bias.h"
#include "engine/cpu/kernels/winograd.h"

#include <algorithm>

namespace netsmith::cpu {
namespace {

constexpr std::string_view winogradName = "own winograd";

/// Whether it takes much less time than oneDNN's direct convolution: with fewer channels the transforms, with fewer tiles the
/// matrices cost what they save. Not a matter of whether the weights are fixed: a training evaluates a network with the same
/// kernels that later predict with it.
bool suits(const kernels::WinogradShape& shape)
{
    const double useful = static_cast<double>(shape.images * shape.outHeight * shape.outWidth)
        / static_cast<double>(shape.tiles() * kernels::WinogradShape::side * kernels::WinogradShape::side);
    return std::min(shape.channels, shape.filters) >= 32 && shape.channels * shape.filters >= 48 * 48 && useful >= 0.6
        && shape.tiles() >= 8;
}

bool isCandidate(const Conv2dAttributes& conv, const LoweringContext& context, const Op& op)
{
    return isForWinograd(conv, context.input(op, 0).type) && context.input(op, 1).type == DataType::f32;
}

kernels::WinogradShape shapeOf(const Shape& x, const Shape& y, std::int64_t top, std::int64_t left)
{
    return {x[0], x[1], x[2], x[3], y[3], y[1], y[2], top, left};
}

/// `turned`: the gradient over the images, whose weights are those of the convolution itself.
Lowered lowerTiles(const kernels::WinogradShape& shape, bool fixedWeights, bool turned, bool biased, Activation activation)
{
    Workspace workspace;
    const Piece scratch = workspace.take(shape.scratchFloats());
    const Piece packed = workspace.take(fixedWeights ? 0 : shape.packedFloats());
    const auto pack = [shape, turned](const Addresses& at, float* to) {
        kernels::packWinograd(shape, at.in<float>(1), turned, to);
    };
    const auto run = [=](const Addresses& at, const float* matrices) {
        kernels::winograd(shape, at.in<float>(0), matrices, biased ? at.in<float>(2) : nullptr, activation == Activation::relu,
                          scratch.of<float>(at), at.out<float>(0));
        if (activation != Activation::relu && activation != Activation::none)
            kernels::activate(activation, at.out<float>(0), shape.images * shape.outHeight * shape.outWidth * shape.filters);
    };
    if (fixedWeights)
        return lowerPrepacked(1, shape.packedFloats(), pack, run, {workspace.bytes(), {}}, winogradName);
    return lowerTo(
        [=](const Addresses& at) {
            pack(at, packed.of<float>(at));
            run(at, packed.of<float>(at));
        },
        {workspace.bytes(), {}}, winogradName);
}

} // namespace

bool isForWinograd(const Conv2dAttributes& conv, DataType type)
{
    const Window2d& window = conv.window;
    return type == DataType::f32 && conv.groups == 1 && window.kernel == Size2{3, 3} && window.stride == Size2{1, 1}
    && window.dilation == Size2{1, 1};
}

std::optional<Lowered> lowerWinograd(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    const auto shape =
        shapeOf(conv.inputShape, context.output(op, 0).shape, conv.window.vertical().before, conv.window.horizontal().before);
    const bool fixed = context.isFixed(op, 1);
    if (!isCandidate(conv, context, op) || !suits(shape))
        return std::nullopt;
    return lowerTiles(shape, fixed, false, conv.bias, conv.activation);
}

std::optional<Lowered> lowerWinogradBackwardData(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    const auto shape = shapeOf(context.input(op, 0).shape, conv.inputShape, 2 - conv.window.vertical().before,
                               2 - conv.window.horizontal().before);
    const bool fixed = context.isFixed(op, 1);
    if (!isCandidate(conv, context, op) || !suits(shape))
        return std::nullopt;
    return lowerTiles(shape, fixed, true, false, Activation::none);
}

std::optional<Lowered> lowerWinogradBackwardWeights(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    const Shape& dy = context.input(op, 1).shape;
    const auto shape = shapeOf(conv.inputShape, dy, conv.window.vertical().before, conv.window.horizontal().before);
    if (!isCandidate(conv, context, op) || !suits(shape))
        return std::nullopt;
    Workspace workspace;
    const Piece scratch = workspace.take(shape.gradientFloats());
    return lowerTo(
        [=, biased = conv.bias, pixels = dy.elements() / dy[3]](const Addresses& at) {
            kernels::winogradWeights(shape, at.in<float>(0), at.in<float>(1), scratch.of<float>(at), at.out<float>(0));
            if (biased)
                kernels::sumRows(at.in<float>(1), at.out<float>(1), pixels, shape.filters);
        },
        {workspace.bytes(), {}}, winogradName);
}

} // namespace netsmith::cpu
