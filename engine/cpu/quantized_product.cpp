#include "engine/ops/quantized_product.h"

#include "engine/backend/workspace.h"
#include "engine/core/parallel.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernels/dynamic_product.h"
#include "engine/cpu/kernels/fake_quantize.h"
#include "engine/cpu/kernels/quantized_product.h"

#include <algorithm>

namespace netsmith::cpu {
namespace {

/// As many as have enough to do that waking them costs little.
int threadsFor(const kernels::QuantizedShape& shape)
{
    constexpr std::int64_t enough = 1 << 17; // products
    const std::int64_t shares = shape.pixels() * shape.products() * shape.filters / enough;
    return static_cast<int>(std::clamp<std::int64_t>(shares, 1, threadCount()));
}

/// The weights are packed again in each run only where they may change between two.
template <class A>
Lowered lowerQuantized(const LoweringContext& context, const Op& op, const kernels::QuantizedShape& shape)
{
    const auto& attributes = op.as<QuantizedAttributes<A>>();
    const bool biased = attributes.product.bias, codes = attributes.codes;
    const std::size_t written = biased ? 4 : 3; // the range of y
    bool fixed = true;
    for (std::size_t i = 1; i < op.inputs.size(); ++i)
        fixed = fixed && context.isFixed(op, i);
    const int threads = threadsFor(shape);
    Workspace workspace;
    const Piece scratch = workspace.take(threads * shape.gathered());
    const Piece packed = workspace.take(fixed ? 0 : shape.packedWords());
    const auto pack = [=](const Addresses& at, float* to) {
        kernels::packQuantized(shape, at.in<float>(2), at.in<float>(1), biased ? at.in<float>(3) : nullptr, to);
    };
    const auto run = [=, activation = attributes.product.activation](const Addresses& at, const float* weights) {
        const kernels::QuantizedFinish finish{activation == Activation::relu, codes ? at.in<float>(written) : nullptr};
        kernels::quantizedProduct(shape, at.in<std::uint8_t>(0), at.in<float>(1), weights, finish, threads,
                                  scratch.of<std::int32_t>(at), at.out<void>(0));
        if (activation != Activation::relu && activation != Activation::none)
            kernels::activate(activation, at.out<float>(0), shape.pixels() * shape.filters);
    };
    const std::string_view name = kernels::implementationOf(shape.by);
    if (fixed)
        return lowerPrepacked(2, shape.packedWords(), pack, run, {workspace.bytes(), {}}, name);
    return lowerTo(
        [=](const Addresses& at) {
            pack(at, packed.of<float>(at));
            run(at, packed.of<float>(at));
        },
        {workspace.bytes(), {}}, name);
}

} // namespace

template <>
Lowered lower<ops::quantize>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.output(op, 0).shape.elements()](const Addresses& at) {
        kernels::quantize(at.in<float>(0), at.in<float>(1), at.out<std::uint8_t>(0), count);
    });
}

template <>
Lowered lower<ops::quantizedConv2d>(const LoweringContext& context, const Op& op)
{
    const Conv2dAttributes& conv = op.as<QuantizedConv2dAttributes>().product;
    return lowerQuantized<Conv2dAttributes>(context, op, {windowShape(conv.window, conv.inputShape), conv.kernelShape[3]});
}

template <>
Lowered lower<ops::quantizedDense>(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    const WindowShape rows{.images = x.elements() / x[-1], .channels = x[-1]};
    return lowerQuantized<DenseAttributes>(context, op, {rows, context.input(op, 2).shape[1]});
}

template <>
Lowered lower<ops::dynamicDense>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<DenseAttributes>();
    const Shape &x = context.input(op, 0).shape, &w = context.input(op, 1).shape;
    const std::int64_t inputs = w[0], rows = x.elements() / inputs;
    const WindowShape window{.images = rows, .channels = inputs};
    const kernels::QuantizedShape shape{window, w[1]};
    const int threads = threadsFor(shape);
    const bool fixed = context.isFixed(op, 1);
    Workspace workspace;
    const Piece scratch = workspace.take(threads * shape.gathered());
    const Piece codes = workspace.take((rows * inputs + 3) / 4);
    const Piece steps = workspace.take(rows);
    const Piece packed = workspace.take(fixed ? 0 : shape.packedWords());
    const auto pack = [=](const Addresses& at, float* to) {
        kernels::packQuantized(shape, at.in<float>(1), kernels::unitRange, nullptr, to);
    };
    const auto run = [=, biased = attributes.bias, activation = attributes.activation](const Addresses& at, const float* weights) {
        kernels::encodeRows(at.in<float>(0), codes.of<std::uint8_t>(at), steps.of<float>(at), rows, inputs);
        kernels::quantizedProduct(shape, codes.of<std::uint8_t>(at), kernels::unitRange, weights, {}, threads,
                                  scratch.of<std::int32_t>(at), at.out<float>(0));
        kernels::finishRows(at.out<float>(0), steps.of<float>(at), biased ? at.in<float>(2) : nullptr, rows, shape.filters,
                            activation == Activation::relu);
        if (activation != Activation::relu && activation != Activation::none)
            kernels::activate(activation, at.out<float>(0), rows * shape.filters);
    };
    const std::string_view name = kernels::implementationOf(shape.by);
    if (fixed)
        return lowerPrepacked(1, shape.packedWords(), pack, run, {workspace.bytes(), {}}, name);
    return lowerTo(
        [=](const Addresses& at) {
            pack(at, packed.of<float>(at));
            run(at, packed.of<float>(at));
        },
        {workspace.bytes(), {}}, name);
}

} // namespace netsmith::cpu
