#pragma once

#include "engine/cuda/kernel.h"
#include "engine/cuda/recurrences/sequence_tiles.h"
#include "engine/ops/recurrence.h"

namespace netsmith::cuda {

// A recurrent layer by our own kernels: every cell, masks, either direction. Without tiles a product and a kernel are launched for
// each step; with them one launch goes through the sequence.

Lowered stepForward(const LoweringContext& context, const Op& op, const std::optional<SequenceTiles>& tiles = {});
Lowered stepBackward(const LoweringContext& context, const Op& op, const std::optional<SequenceTiles>& tiles = {});
Lowered stepBackwardWeights(const LoweringContext& context, const Op& op);

} // namespace netsmith::cuda
