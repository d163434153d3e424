#pragma once

#include "engine/plan/logical_plan.h"

#include <array>

namespace netsmith {

/// All precisions, in display order.
inline constexpr std::array precisions{Precision::fp32, Precision::tf32,         Precision::bf16,
                                       Precision::fp16, Precision::bf16Emulated, Precision::fp16Emulated};

} // namespace netsmith
