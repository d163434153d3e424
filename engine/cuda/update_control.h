#pragma once

#include "engine/cuda/kernel.h"
#include "engine/cuda/kernels/optimizer.h"

namespace netsmith::cuda {

/// Rates, counters, scale and status: an optimizer's last inputs.
inline kernels::UpdateControl updateControlOf(const Addresses& at)
{
    const std::size_t first = at.inputs.size() - 4;
    return {at.in<float>(first), at.in<std::int64_t>(first + 1), at.in<float>(first + 2), at.in<std::int32_t>(first + 3)};
}

} // namespace netsmith::cuda
