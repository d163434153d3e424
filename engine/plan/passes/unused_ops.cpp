#include "engine/plan/passes/unused_ops.h"

#include <algorithm>
#include <set>

namespace netsmith {
namespace {

/// Keeps the ops with an output that is `kept`, that `lasts`, or that a later op that is kept reads.
template <class Lasts>
void dropOthers(Program& program, std::span<const TensorId> kept, const Lasts& lasts)
{
    std::set<TensorId> used(kept.begin(), kept.end());
    std::vector<Op> live;
    for (auto op = program.ops.rbegin(); op != program.ops.rend(); ++op) {
        if (std::ranges::none_of(op->outputs, [&](TensorId id) { return used.contains(id) || lasts(id); }))
            continue;
        used.insert(op->inputs.begin(), op->inputs.end());
        live.push_back(std::move(*op));
    }
    std::ranges::reverse(live);
    program.ops = std::move(live);
}

} // namespace

void dropUnused(std::span<const TensorInfo> tensors, Program& program, std::span<const TensorId> kept)
{
    dropOthers(program, kept, [&](TensorId id) { return tensors[static_cast<std::size_t>(id)].role != Role::activation; });
}

void keepOnly(Program& program, std::span<const TensorId> wanted)
{
    dropOthers(program, wanted, [](TensorId) { return false; });
}

} // namespace netsmith
