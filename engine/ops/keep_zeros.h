#pragma once

#include "engine/ops/op.h"

namespace netsmith::ops {

/// w → mask: 1 where w is not 0, else 0
extern const OpSpec nonzeroMask;
/// x, mask → x: 0 where the mask is 0, the rest as it is
extern const OpSpec keepZeros;

} // namespace netsmith::ops
