#pragma once

#include "engine/ops/checks.h"

namespace netsmith {

/// Rows are the last axis of `prediction` (floating-point, rank ≥ 2). The target is one class a row (i32, the prediction's shape
/// without its last axis, or with 1 there) or one distribution a row (f32, the prediction's shape). Throws `op.*` otherwise.
void expectRowTargets(const InputCheck& check, std::size_t prediction, std::size_t target);

} // namespace netsmith
