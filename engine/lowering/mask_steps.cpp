#include "engine/ops/mask_steps.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(mask_steps)

namespace netsmith::NS_BACKEND {
namespace {

/// `other` is written to masked steps.
template <class T>
Lowered maskedBy(const LoweringContext& context, const Op& op, T other)
{
    const Shape& mask = context.input(op, 1).shape;
    const std::int64_t samples = mask[0], steps = mask[1];
    const std::int64_t width = context.input(op, 0).shape.elements() / mask.elements();
    const bool spares = op.as<MaskStepsAttributes>().sparesEmpty();
    return lowerTo([=](const Addresses& at, auto&... queue) {
        kernels::maskSteps(queue..., other, spares, at.in<T>(0), at.in<float>(1), at.out<T>(0), samples, steps, width);
    });
}

} // namespace

template <>
Lowered lower<ops::maskSteps>(const LoweringContext& context, const Op& op)
{
    const DataType type = context.input(op, 0).type;
    if (type == DataType::i32)
        return maskedBy(context, op, std::int32_t{-1});
    return forFloatType(type, [&]<class T>(T) { return maskedBy(context, op, T(maskedNumber(op.as<MaskStepsAttributes>().as))); });
}

} // namespace netsmith::NS_BACKEND
