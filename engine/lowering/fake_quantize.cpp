#include "engine/ops/fake_quantize.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(fake_quantize)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::fakeQuantize>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [count = context.output(op, 0).shape.elements()](const Addresses& at, auto&... queue) {
            kernels::fakeQuantize(queue..., at.in<float>(0), at.in<float>(1), at.out<float>(0), count);
        },
        {0, {{0, 0}}});
}

template <>
Lowered lower<ops::fakeQuantizeBackward>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [count = context.output(op, 0).shape.elements()](const Addresses& at, auto&... queue) {
            kernels::fakeQuantizeBackward(queue..., at.in<float>(0), at.in<float>(1), at.in<float>(2), at.out<float>(0), count);
        },
        {0, {{0, 2}}});
}

template <>
Lowered lower<ops::fakeQuantizeRangeGradient>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.input(op, 0).shape.elements()](const Addresses& at, auto&... queue) {
        kernels::fakeQuantizeRangeGradient(queue..., at.in<float>(0), at.in<float>(1), at.in<float>(2), at.out<float>(0), count);
    });
}

template <>
Lowered lower<ops::fakeQuantizeWeights>(const LoweringContext& context, const Op& op)
{
    const Shape& w = context.input(op, 0).shape;
    const std::int64_t channels = w[-1], rows = w.elements() / channels;
    return lowerTo(
        [=](const Addresses& at, auto&... queue) {
            kernels::fakeQuantizeWeights(queue..., at.in<float>(0), at.out<float>(0), rows, channels,
                                         static_cast<float*>(at.workspace));
        },
        {channels * static_cast<std::int64_t>(sizeof(float)), {}});
}

template <>
Lowered lower<ops::fakeQuantizeRows>(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    const std::int64_t columns = x[-1], rows = x.elements() / columns;
    return lowerTo([=](const Addresses& at,
                       auto&... queue) { kernels::fakeQuantizeRows(queue..., at.in<float>(0), at.out<float>(0), rows, columns); },
                   {0, {{0, 0}}});
}

template <>
Lowered lower<ops::observeRange>(const LoweringContext& context, const Op& op)
{
    const auto momentum = static_cast<float>(op.as<ObserveRangeAttributes>().momentum);
    return lowerTo([momentum, count = context.input(op, 0).shape.elements()](const Addresses& at, auto&... queue) {
        kernels::observeRange(queue..., at.in<float>(0), count, at.in<float>(1), momentum, at.out<float>(0));
    });
}

} // namespace netsmith::NS_BACKEND
