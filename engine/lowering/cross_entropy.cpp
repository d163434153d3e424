#include "engine/ops/cross_entropy.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(cross_entropy)

namespace netsmith::NS_BACKEND {
namespace {

/// The rows of the first input, and their weights, which are the input after the `required` ones.
struct ClassRows {
    std::int64_t count;
    std::int64_t columns;
    CrossEntropyTerms terms;
    std::size_t weightsAt;

    ClassRows(const LoweringContext& context, const Op& op, std::size_t required)
        : count(context.input(op, 0).shape.elements() / context.input(op, 0).shape[-1])
        , columns(context.input(op, 0).shape[-1])
        , weightsAt(op.inputs.size() > required ? required : 0)
    {
        const auto& attributes = op.as<CrossEntropyAttributes>();
        terms.smoothing = static_cast<float>(attributes.labelSmoothing);
        terms.gamma = static_cast<float>(attributes.gamma);
        terms.alpha = static_cast<float>(attributes.alpha);
        terms.part = static_cast<double>(context.input(op, 0).shape[0]) / static_cast<double>(count);
        if (weightsAt > 0)
            terms.rowsPerWeight = count / context.input(op, weightsAt).shape.elements();
    }

    CrossEntropyTerms termsAt(const Addresses& at) const
    {
        CrossEntropyTerms out = terms;
        out.weight = weightsAt > 0 ? at.in<float>(weightsAt) : nullptr;
        return out;
    }
};

} // namespace

template <>
Lowered lower<ops::crossEntropy>(const LoweringContext& context, const Op& op)
{
    const ClassRows rows(context, op, 2);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::crossEntropy(queue..., at.in<float>(0), at.in<Target>(1), at.out<float>(0), at.workspace, rows.count,
                                      rows.columns, rows.termsAt(at));
            },
            {kernels::crossEntropyWorkspace(rows.count), {}});
    });
}

template <>
Lowered lower<ops::crossEntropyBackward>(const LoweringContext& context, const Op& op)
{
    const ClassRows rows(context, op, 3);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::crossEntropyBackward(queue..., at.in<float>(0), at.in<Target>(1), at.in<float>(2), at.out<float>(0),
                                              rows.count, rows.columns, rows.termsAt(at));
            },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::softmaxCrossEntropy>(const LoweringContext& context, const Op& op)
{
    const ClassRows rows(context, op, 2);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::softmaxCrossEntropy(queue..., at.in<float>(0), at.in<Target>(1), at.out<float>(0), at.out<float>(1),
                                             at.workspace, rows.count, rows.columns, rows.termsAt(at));
            },
            {kernels::crossEntropyWorkspace(rows.count), {}});
    });
}

template <>
Lowered lower<ops::softmaxCrossEntropyBackward>(const LoweringContext& context, const Op& op)
{
    const ClassRows rows(context, op, 3);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::softmaxCrossEntropyBackward(queue..., at.in<float>(0), at.in<Target>(1), at.in<float>(2), at.out<float>(0),
                                                     rows.count, rows.columns, rows.termsAt(at));
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::NS_BACKEND
