#include "engine/ops/pointwise_loss.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(pointwise_loss)

namespace netsmith::NS_BACKEND {
namespace {

/// What the two ops know about their inputs before they run; the weights are the input after the `required` ones.
struct Numbers {
    PointwiseLossAttributes loss;
    std::int64_t count;
    std::int64_t weights;
    double share;
    std::size_t weightsAt;

    Numbers(const LoweringContext& context, const Op& op, std::size_t required)
        : loss(op.as<PointwiseLossAttributes>())
        , count(context.input(op, 0).shape.elements())
        , weights(op.inputs.size() > required ? context.input(op, required).shape.elements() : 0)
        , share(loss.share(context.input(op, 0).shape))
        , weightsAt(required)
    {
    }

    template <class Target>
    PointwisePair<Target> pair(const Addresses& at) const
    {
        if (weights == 0)
            return {at.in<float>(0), at.in<Target>(1), count};
        return {at.in<float>(0), at.in<Target>(1), count, at.in<float>(weightsAt), count / weights};
    }
};

} // namespace

template <>
Lowered lower<ops::pointwiseLoss>(const LoweringContext& context, const Op& op)
{
    const Numbers numbers(context, op, 2);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::pointwiseLoss(queue..., numbers.loss, numbers.pair<Target>(at), numbers.share, at.out<float>(0),
                                       at.workspace);
            },
            {kernels::pointwiseLossWorkspace(numbers.count), {}});
    });
}

template <>
Lowered lower<ops::pointwiseLossBackward>(const LoweringContext& context, const Op& op)
{
    const Numbers numbers(context, op, 3);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::pointwiseLossBackward(queue..., numbers.loss, numbers.pair<Target>(at), numbers.share, at.in<float>(2),
                                               at.out<float>(0));
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::NS_BACKEND
