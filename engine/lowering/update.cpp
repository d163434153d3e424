#include "engine/ops/update.h"

#include "engine/lowering/update.h"
#include "engine/ops/control.h"

#include NS_KERNELS(control)

#include <vector>

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::sumSquares>(const LoweringContext& context, const Op& op)
{
    const auto elements = splitArena(context, context.input(op, 0).shape.elements());
    return lowerTo(
        [elements](const Addresses& at, auto&... queue) {
            kernels::sumSquares(queue..., at.in<float>(0), elements, at.out<float>(0), at.workspace);
        },
        {kernels::sumSquaresWorkspace(elements), {}});
}

template <>
Lowered lower<ops::guard>(const LoweringContext&, const Op& op)
{
    return lowerTo([clip = op.as<GuardAttributes>().clipNorm](const Addresses& at, auto&... queue) {
        const auto losses = at.inputs.subspan(2, at.inputs.size() - 3);
        kernels::guard(queue..., clip, at.in<float>(0), at.in<float>(1), losses, at.out<float>(0), at.out<std::int32_t>(1));
    });
}

template <>
Lowered lower<ops::sgd>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [optimizer = splitUpdate<SgdAttributes>(context, op)](const Addresses& at, auto&... queue) {
            kernels::sgd(queue..., optimizer, updateControlOf(at), at.in<float>(1), at.out<float>(0),
                         at.outputs.size() > 1 ? at.out<float>(1) : nullptr, at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::adam>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [optimizer = splitUpdate<AdamAttributes>(context, op)](const Addresses& at, auto&... queue) {
            kernels::adam(queue..., optimizer, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                          at.out<float>(2), at.workspace);
        },
        {kernels::updateWorkspace(), {}});
}

template <>
Lowered lower<ops::commitStatistics>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.input(op, 0).shape.elements();
    return lowerTo([count, recurrentState = op.as<CommitAttributes>().recurrentState](const Addresses& at, auto&... queue) {
        const auto* status = at.in<std::int32_t>(1);
        kernels::commitStatistics(queue..., at.in<float>(0), status, at.out<float>(0), count, control::good);
        for (const CommitAttributes::Range& range : recurrentState)
            kernels::commitStatistics(queue..., at.in<float>(0) + range.begin, status, at.out<float>(0) + range.begin,
                                      range.end - range.begin, control::skippedStep);
    });
}

template <>
Lowered lower<ops::advance>(const LoweringContext&, const Op& op)
{
    return lowerTo([attributes = op.as<AdvanceAttributes>()](const Addresses& at, auto&... queue) {
        kernels::advance(queue..., attributes.batch, attributes.countsStep, attributes.countsLaunch, attributes.settles,
                         at.out<std::int32_t>(1), at.out<std::int64_t>(0));
    });
}

template <>
Lowered lower<ops::record>(const LoweringContext& context, const Op& op)
{
    std::vector<std::int64_t> counts;
    for (std::size_t i = 0; i + 1 < op.inputs.size(); ++i)
        counts.push_back(context.input(op, i).shape.elements());
    return lowerTo([counts](const Addresses& at, auto&... queue) {
        const auto values = at.inputs.first(counts.size());
        kernels::record(queue..., values, counts, at.in<std::int64_t>(counts.size()), at.out<float>(0));
    });
}

} // namespace netsmith::NS_BACKEND
