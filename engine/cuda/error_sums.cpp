#include "engine/ops/error_sums.h"

#include "engine/cuda/kernels/errors.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {
namespace {

/// All elements, and the share of one in its sample.
struct Counts {
    std::int64_t all;
    double share;
    explicit Counts(const Shape& shape)
        : all(shape.elements())
        , share(1.0 / static_cast<double>(all / shape[0]))
    {
    }
};

} // namespace

template <>
Lowered lower<ops::squaredError>(const LoweringContext& context, const Op& op)
{
    const Counts counts(context.input(op, 0).shape);
    return lowerTo(
        [=](Stream& stream, const Addresses& at) {
            kernels::squaredErrors(stream, at.in<float>(0), at.in<float>(1), counts.share, at.out<float>(0), at.workspace,
                                   counts.all);
        },
        {kernels::errorsWorkspace(counts.all), {}});
}

template <>
Lowered lower<ops::squaredErrorBackward>(const LoweringContext& context, const Op& op)
{
    const Counts counts(context.input(op, 0).shape);
    return lowerTo([=](Stream& stream, const Addresses& at) {
        kernels::squaredErrorsBackward(stream, at.in<float>(0), at.in<float>(1), at.in<float>(2), counts.share, at.out<float>(0),
                                       counts.all);
    });
}

template <>
Lowered lower<ops::absoluteError>(const LoweringContext& context, const Op& op)
{
    const Counts counts(context.input(op, 0).shape);
    return lowerTo(
        [=](Stream& stream, const Addresses& at) {
            kernels::absoluteErrors(stream, at.in<float>(0), at.in<float>(1), counts.share, at.out<float>(0), at.workspace,
                                    counts.all);
        },
        {kernels::errorsWorkspace(counts.all), {}});
}

} // namespace netsmith::cuda
