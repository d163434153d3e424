#pragma once

#include "engine/ops/objective_call.h"
#include "engine/plan/logical_plan.h"

namespace netsmith {

/// Gives every segment its place. The last layer's gradients are ready first, so they come first in the arenas.
void layOut(SegmentTable& table);

/// What a group's optimizer updates, in the order of the arenas: adjacent ranges that are treated alike are merged.
std::vector<UpdateRange> updateRanges(const SegmentTable& parameters, int group = 0);
/// The same, one per parameter, with its shape.
std::vector<UpdatePart> updateParts(const SegmentTable& parameters, int group = 0);

} // namespace netsmith
