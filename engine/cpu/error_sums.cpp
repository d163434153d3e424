#include "engine/ops/error_sums.h"

#include "engine/cpu/kernels/errors.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {
namespace {

/// All elements, and how many belong to one sample.
struct Counts {
    std::int64_t all;
    double perSample;
    explicit Counts(const Shape& shape)
        : all(shape.elements())
        , perSample(static_cast<double>(all / shape[0]))
    {
    }
};

} // namespace

template <>
Lowered lower<ops::squaredError>(const LoweringContext& context, const Op& op)
{
    const Counts counts(context.input(op, 0).shape);
    return lowerTo([=](const Addresses& at) {
        *at.out<float>(0) =
            static_cast<float>(kernels::squaredErrors(at.in<float>(0), at.in<float>(1), counts.all) / counts.perSample);
    });
}

template <>
Lowered lower<ops::squaredErrorBackward>(const LoweringContext& context, const Op& op)
{
    const Counts counts(context.input(op, 0).shape);
    return lowerTo([=](const Addresses& at) {
        const auto scale = static_cast<float>(static_cast<double>(*at.in<float>(2)) / counts.perSample);
        kernels::squaredErrorsBackward(at.in<float>(0), at.in<float>(1), scale, at.out<float>(0), counts.all);
    });
}

template <>
Lowered lower<ops::absoluteError>(const LoweringContext& context, const Op& op)
{
    const Counts counts(context.input(op, 0).shape);
    return lowerTo([=](const Addresses& at) {
        *at.out<float>(0) =
            static_cast<float>(kernels::absoluteErrors(at.in<float>(0), at.in<float>(1), counts.all) / counts.perSample);
    });
}

} // namespace netsmith::cpu
