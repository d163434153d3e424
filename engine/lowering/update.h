#pragma once

/// What the lowerings of optimizers share.

#include "engine/lowering/backend.h"

// clang-format off
#include NS_HEADER(engine/NS_BACKEND/lower_update.h)
#include NS_KERNELS(optimizer)
// clang-format on

namespace netsmith::NS_BACKEND {

/// Rates, counters, scale and status: an optimizer's last inputs.
inline UpdateControl updateControlOf(const Addresses& at)
{
    const std::size_t first = at.inputs.size() - 4;
    return {at.in<float>(first), at.in<std::int64_t>(first + 1), at.in<float>(first + 2), at.in<std::int32_t>(first + 3)};
}

} // namespace netsmith::NS_BACKEND
