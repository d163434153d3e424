#include "engine/ops/mask_steps.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/ranges.h"

#include <algorithm>

namespace netsmith::cpu {
namespace {

/// `other` is written to masked steps.
template <class T>
Lowered maskedBy(const LoweringContext& context, const Op& op, T other)
{
    const Shape& mask = context.input(op, 1).shape;
    const std::int64_t samples = mask[0], steps = mask[1];
    const std::int64_t width = context.input(op, 0).shape.elements() / mask.elements();
    return lowerTo([=, spares = op.as<MaskStepsAttributes>().sparesEmpty()](const Addresses& at) {
        const T* x = at.in<T>(0);
        const float* counts = at.in<float>(1);
        T* y = at.out<T>(0);
        kernels::forRanges(samples, kernels::rowGrain(steps * width), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t n = begin; n < end; ++n) {
                const float* row = counts + n * steps;
                const bool spared = spares && std::all_of(row, row + steps, [](float value) { return value == 0.0f; });
                for (std::int64_t t = 0; t < steps; ++t) {
                    const std::int64_t first = (n * steps + t) * width;
                    if (spared || row[t] != 0.0f)
                        std::copy_n(x + first, width, y + first);
                    else
                        std::fill_n(y + first, width, other);
                }
            }
        });
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

} // namespace netsmith::cpu
