#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
extern const OpSpec copy; ///< x → the same, in bytes of its own
} // namespace netsmith::ops
