#pragma once

#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/arena_split.h"

namespace netsmith::cpu {

/// `count` elements of the parameters' arenas, shared out among the threads: the whole arena like everything that processes it, a
/// part of it evenly.
kernels::ArenaSplit splitArena(const LoweringContext& context, std::int64_t count);

/// What each thread updates.
std::vector<std::vector<kernels::UpdatePiece>> updateShares(const LoweringContext& context, const Op& op,
                                                            const std::vector<UpdateRange>& ranges);

/// An optimizer's attributes as its kernel takes them.
template <class Attributes>
kernels::SplitUpdate<Attributes> splitUpdate(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<Attributes>();
    return {attributes, updateShares(context, op, attributes.ranges)};
}

} // namespace netsmith::cpu
