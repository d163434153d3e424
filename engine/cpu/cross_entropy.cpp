#include "engine/ops/cross_entropy.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/cross_entropy.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {
namespace {

struct Rows {
    std::int64_t count;
    std::int64_t columns;
    explicit Rows(const Shape& shape)
        : count(shape.elements() / shape[-1])
        , columns(shape[-1])
    {
    }
};

} // namespace

template <>
Lowered lower<ops::crossEntropy>(const LoweringContext& context, const Op& op)
{
    const Rows rows(context.input(op, 0).shape);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo([=](const Addresses& at) {
            *at.out<float>(0) = kernels::crossEntropy(at.in<float>(0), at.in<Target>(1), rows.count, rows.columns);
        });
    });
}

template <>
Lowered lower<ops::crossEntropyBackward>(const LoweringContext& context, const Op& op)
{
    const Rows rows(context.input(op, 0).shape);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at) {
                kernels::crossEntropyBackward(at.in<float>(0), at.in<Target>(1), *at.in<float>(2), at.out<float>(0), rows.count,
                                              rows.columns);
            },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::softmaxCrossEntropy>(const LoweringContext& context, const Op& op)
{
    const Rows rows(context.input(op, 0).shape);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo([=](const Addresses& at) {
            *at.out<float>(0) =
                kernels::softmaxCrossEntropy(at.in<float>(0), at.in<Target>(1), at.out<float>(1), rows.count, rows.columns);
        });
    });
}

template <>
Lowered lower<ops::softmaxCrossEntropyBackward>(const LoweringContext& context, const Op& op)
{
    const Rows rows(context.input(op, 0).shape);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at) {
                kernels::softmaxCrossEntropyBackward(at.in<float>(0), at.in<Target>(1), *at.in<float>(2), at.out<float>(0),
                                                     rows.count, rows.columns);
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::cpu
