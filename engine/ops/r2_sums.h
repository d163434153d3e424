#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
/// prediction, target (f32, of one shape […,C]) → sums [5·C], f32: for each column Σ (p − t)², then Σ t and Σ t², each as two
/// numbers that add up to it in nearly double precision, because only the difference of large sums matters.
extern const OpSpec r2Sums;
} // namespace netsmith::ops
