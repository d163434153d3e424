#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
extern const OpSpec copy; ///< x → a copy in separate memory
} // namespace netsmith::ops
