#pragma once

#include "engine/ops/checks.h"

namespace netsmith {

/// Rows are the last axis of `prediction` (floating-point, rank ≥ 2). The target is one class per row (i32, the prediction's shape
/// without its last axis, or with 1 there) or one distribution per row (f32, the prediction's shape). Throws `op.*` otherwise.
void expectRowTargets(const InputCheck& check, std::size_t prediction, std::size_t target);

/// Weights, if the op has that many inputs: f32, of the first axes of `prediction`, so that each applies to the same number of
/// values.
void expectWeights(const InputCheck& check, std::size_t weights, std::size_t prediction);
/// The same for weights that do not reach into the rows.
void expectRowWeights(const InputCheck& check, std::size_t weights, std::size_t prediction);

} // namespace netsmith
