#include "engine/cpu/lower_update.h"

#include "engine/ops/control.h"

#include <algorithm>

namespace netsmith::cpu {

UpdateControl::UpdateControl(const Addresses& at)
{
    const std::size_t first = at.inputs.size() - 4;
    const auto* counters = at.in<std::int64_t>(first + 1);
    rate = at.in<float>(first)[counters[control::rate]];
    step = static_cast<double>(counters[control::step] + 1);
    gradientScale = *at.in<float>(first + 2);
    commits = *at.in<std::int32_t>(first + 3) == control::good;
}

UpdateShares updateShares(const LoweringContext& context, const Op& op, const std::vector<UpdateRange>& ranges)
{
    UpdateShares shares;
    for (const auto& pieces : shareOut(context.plan.parameters, context.input(op, 0).shape.elements())) {
        std::vector<UpdatePiece>& mine = shares.emplace_back();
        for (const ArenaPiece& piece : pieces)
            for (std::size_t r = 0; r < ranges.size(); ++r) {
                const ArenaPiece common{std::max(piece.begin, ranges[r].begin), std::min(piece.end, ranges[r].end)};
                if (common.begin < common.end)
                    mine.push_back({common, r});
            }
    }
    return shares;
}

} // namespace netsmith::cpu
