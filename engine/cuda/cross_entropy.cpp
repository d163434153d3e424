#include "engine/ops/cross_entropy.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/cross_entropy.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {
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
        return lowerTo(
            [=](Stream& stream, const Addresses& at) {
                kernels::crossEntropy(stream, at.in<float>(0), at.in<Target>(1), at.out<float>(0), at.workspace, rows.count,
                                      rows.columns);
            },
            {kernels::crossEntropyWorkspace(rows.count), {}});
    });
}

template <>
Lowered lower<ops::crossEntropyBackward>(const LoweringContext& context, const Op& op)
{
    const Rows rows(context.input(op, 0).shape);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](Stream& stream, const Addresses& at) {
                kernels::crossEntropyBackward(stream, at.in<float>(0), at.in<Target>(1), at.in<float>(2), at.out<float>(0),
                                              rows.count, rows.columns);
            },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::softmaxCrossEntropy>(const LoweringContext& context, const Op& op)
{
    const Rows rows(context.input(op, 0).shape);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](Stream& stream, const Addresses& at) {
                kernels::softmaxCrossEntropy(stream, at.in<float>(0), at.in<Target>(1), at.out<float>(0), at.out<float>(1),
                                             at.workspace, rows.count, rows.columns);
            },
            {kernels::crossEntropyWorkspace(rows.count), {}});
    });
}

template <>
Lowered lower<ops::softmaxCrossEntropyBackward>(const LoweringContext& context, const Op& op)
{
    const Rows rows(context.input(op, 0).shape);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](Stream& stream, const Addresses& at) {
                kernels::softmaxCrossEntropyBackward(stream, at.in<float>(0), at.in<Target>(1), at.in<float>(2), at.out<float>(0),
                                                     rows.count, rows.columns);
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::cuda
