#pragma once

#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

// The CPU's threads share the arenas out when an op is lowered; a GPU's find their elements and ranges themselves.

/// Elements of the parameters' arenas, as kernels take them.
inline std::int64_t splitArena(const LoweringContext&, std::int64_t count)
{
    return count;
}

/// An optimizer's attributes as its kernel takes them.
template <class Attributes>
const Attributes& splitUpdate(const LoweringContext&, const Op& op)
{
    return op.as<Attributes>();
}

} // namespace netsmith::cuda
