#include "engine/backend/rank_sums.h"
#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/batch_norm.h"
#include "engine/cpu/onednn.h"
#include "engine/cpu/shared_batch_norm.h"
#include "engine/ops/norm_statistics.h"

namespace netsmith::cpu {
namespace {

std::shared_ptr<RankSums> sumsFor(const LoweringContext& context, const Op& op, const NormShape& shape)
{
    return std::make_shared<RankSums>(context.options.communicator, shape.channels, op.as<BatchNormAttributes>().silent);
}

/// Calls the exchange in the middle of a kernel.
template <class Exchange>
kernels::NormJoin joinBy(RankSums& sums, const Addresses& at, const Exchange& exchange)
{
    return {.first = sums.first().data(), .second = sums.second().data(), .run = [&sums, &at, exchange](std::int64_t rows) {
                if (!exchange(sums, rows))
                    noteFailure(rankLeft, *at.failure);
                return sums.rows();
            }};
}

} // namespace

Lowered lowerSharedNorm(const LoweringContext& context, const Op& op, const NormShape& shape)
{
    const auto& attributes = op.as<BatchNormAttributes>();
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, sums = sumsFor(context, op, shape), epsilon = static_cast<float>(attributes.epsilon),
             momentum = static_cast<float>(attributes.momentum)](const Addresses& at) {
                const NormStatistics statistics = statisticsAt(at, epsilon, momentum);
                const kernels::NormJoin join =
                    joinBy(*sums, at, [](RankSums& own, std::int64_t rows) { return own.joinMoments(rows).hasValue(); });
                kernels::batchNorm(shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), statistics, at.optional<T>(5),
                                   at.out<T>(0), at.workspace, &join);
            },
            {kernels::normWorkspace(shape), {{0, 0}}});
    });
}

Lowered lowerSharedNormBackward(const LoweringContext& context, const Op& op, const NormShape& shape)
{
    const bool residual = op.outputs.size() > 3;
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, residual, sums = sumsFor(context, op, shape)](const Addresses& at) {
                const kernels::NormJoin join =
                    joinBy(*sums, at, [](RankSums& own, std::int64_t rows) { return own.add(rows).hasValue(); });
                kernels::batchNormBackward(shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.in<float>(3), at.in<T>(4),
                                           at.optional<T>(5), at.out<T>(0), at.out<float>(1), at.out<float>(2),
                                           residual ? at.out<T>(3) : nullptr, at.workspace, &join);
            },
            {kernels::normWorkspace(shape), {{0, 0}, {residual ? 3 : 0, 4}}});
    });
}

} // namespace netsmith::cpu
