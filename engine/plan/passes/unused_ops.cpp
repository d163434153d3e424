#include "engine/plan/passes/unused_ops.h"

#include <algorithm>
#include <set>

namespace netsmith {

void dropUnused(std::span<const TensorInfo> tensors, Program& program, std::span<const TensorId> kept)
{
    std::set<TensorId> used(kept.begin(), kept.end());
    std::vector<Op> live;
    for (auto op = program.ops.rbegin(); op != program.ops.rend(); ++op) {
        const bool needed = std::ranges::any_of(op->outputs, [&](TensorId id) {
            return used.contains(id) || tensors[static_cast<std::size_t>(id)].role != Role::activation;
        });
        if (!needed)
            continue;
        used.insert(op->inputs.begin(), op->inputs.end());
        live.push_back(std::move(*op));
    }
    std::ranges::reverse(live);
    program.ops = std::move(live);
}

} // namespace netsmith
