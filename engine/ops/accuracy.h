#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
/// prediction […,C], target (i32 classes, or f32 distributions whose maximum counts) → the number of rows whose maximum is right,
/// divided by the rows per sample; the first maximum wins; f32
extern const OpSpec accuracy;
} // namespace netsmith::ops
