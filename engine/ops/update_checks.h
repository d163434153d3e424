#pragma once

#include "engine/ops/checks.h"
#include "engine/ops/update.h"

namespace netsmith {

// Checks shared by the ops of the update program.

/// A scalar in f32.
void expectNumber(const InputCheck& check, std::size_t index);

/// The arenas, first: flat, f32, of the same size.
void expectArenas(const InputCheck& check, std::size_t count);

/// Of an optimizer whose first `arenas` inputs are arenas and whose others are rates, counters, scale, status: all of them, its
/// ranges (in order, disjoint, within the arena) and its decay.
void expectUpdate(const InputCheck& check, std::size_t arenas, const UpdateAttributes& attributes);

/// 0 ≤ value < 1
void expectShare(const InputCheck& check, std::string_view name, double value);
/// 0 ≤ value < ∞
void expectNotNegative(const InputCheck& check, std::string_view name, double value);

} // namespace netsmith
