#pragma once

#include "engine/plan/build_plan.h"

namespace netsmith {

/// Records for a project without blocks which of its parameters are not `isHiddenKernel`: those of embeddings, and of the layers
/// with kernels from which an objective is reached through no other such layer.
void markHiddenLayers(SegmentTable& parameters, const Project& project, const Catalog& catalog);

} // namespace netsmith
