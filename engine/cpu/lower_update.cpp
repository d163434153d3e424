#include "engine/cpu/lower_update.h"

#include <algorithm>

namespace netsmith::cpu {

kernels::ArenaSplit splitArena(const LoweringContext& context, std::int64_t count)
{
    if (count == context.plan.parameters.elements)
        return {count, shareOut(context.plan.parameters, count)};
    const int threads = WeightSplit(Shape{count}).parts;
    kernels::ArenaSplit split{count, {}};
    for (int thread = 0; thread < threads; ++thread)
        split.shares.push_back({{count * thread / threads, count * (thread + 1) / threads}});
    return split;
}

std::vector<std::vector<kernels::UpdatePiece>> updateShares(const LoweringContext& context, const Op& op,
                                                            const std::vector<UpdateRange>& ranges)
{
    std::vector<std::vector<kernels::UpdatePiece>> shares;
    for (const auto& pieces : shareOut(context.plan.parameters, context.input(op, 0).shape.elements())) {
        std::vector<kernels::UpdatePiece>& mine = shares.emplace_back();
        for (const ArenaPiece& piece : pieces)
            for (std::size_t r = 0; r < ranges.size(); ++r) {
                const ArenaPiece common{std::max(piece.begin, ranges[r].begin), std::min(piece.end, ranges[r].end)};
                if (common.begin < common.end)
                    mine.push_back({common.begin, common.end, r});
            }
    }
    return shares;
}

} // namespace netsmith::cpu
