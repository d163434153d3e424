#include "engine/ops/update.h"

#include "engine/cuda/kernels/control.h"
#include "engine/cuda/kernels/optimizer.h"
#include "engine/cuda/update_control.h"
#include "engine/ops/control.h"

#include <vector>

namespace netsmith::cuda {
namespace {

/// The scalars among the inputs.
std::vector<const float*> scalars(const Addresses& at, std::size_t begin, std::size_t end)
{
    std::vector<const float*> out;
    for (std::size_t i = begin; i < end; ++i)
        out.push_back(at.in<float>(i));
    return out;
}

} // namespace

template <>
Lowered lower<ops::sumSquares>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.input(op, 0).shape.elements();
    return lowerTo([count](const Addresses& at,
                           Stream& stream) { kernels::sumSquares(stream, at.in<float>(0), count, at.out<float>(0), at.workspace); },
                   {kernels::sumSquaresWorkspace(count), {}});
}

template <>
Lowered lower<ops::guard>(const LoweringContext&, const Op& op)
{
    return lowerTo([clip = op.as<GuardAttributes>().clipNorm](const Addresses& at, Stream& stream) {
        const auto losses = scalars(at, 2, at.inputs.size() - 1);
        kernels::guard(stream, clip, at.in<float>(0), at.in<float>(1), losses, at.out<float>(0), at.out<std::int32_t>(1));
    });
}

template <>
Lowered lower<ops::sgd>(const LoweringContext&, const Op& op)
{
    return lowerTo(
        [attributes = op.as<SgdAttributes>()](const Addresses& at, Stream& stream) {
            kernels::sgd(stream, attributes, updateControlOf(at), at.in<float>(1), at.out<float>(0),
                         at.outputs.size() > 1 ? at.out<float>(1) : nullptr, at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::adam>(const LoweringContext&, const Op& op)
{
    return lowerTo(
        [attributes = op.as<AdamAttributes>()](const Addresses& at, Stream& stream) {
            kernels::adam(stream, attributes, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                          at.out<float>(2), at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::commitStatistics>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.input(op, 0).shape.elements();
    return lowerTo([count, recurrentState = op.as<CommitAttributes>().recurrentState](const Addresses& at, Stream& stream) {
        const auto* status = at.in<std::int32_t>(1);
        kernels::commitStatistics(stream, at.in<float>(0), status, at.out<float>(0), count, control::good);
        for (const CommitAttributes::Range& range : recurrentState)
            kernels::commitStatistics(stream, at.in<float>(0) + range.begin, status, at.out<float>(0) + range.begin,
                                      range.end - range.begin, control::skippedStep);
    });
}

template <>
Lowered lower<ops::advance>(const LoweringContext&, const Op& op)
{
    return lowerTo([attributes = op.as<AdvanceAttributes>()](const Addresses& at, Stream& stream) {
        kernels::advance(stream, attributes.batch, attributes.countsStep, attributes.countsLaunch, attributes.settles,
                         at.out<std::int32_t>(1), at.out<std::int64_t>(0));
    });
}

template <>
Lowered lower<ops::record>(const LoweringContext& context, const Op& op)
{
    std::vector<std::int64_t> counts;
    for (std::size_t i = 0; i + 1 < op.inputs.size(); ++i)
        counts.push_back(context.input(op, i).shape.elements());
    return lowerTo([counts](const Addresses& at, Stream& stream) {
        kernels::record(stream, scalars(at, 0, counts.size()), counts, at.in<std::int64_t>(counts.size()), at.out<float>(0));
    });
}

} // namespace netsmith::cuda
