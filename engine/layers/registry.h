#pragma once

#include "engine/graph/specs/layer_spec.h"

namespace netsmith {

/// All layers, in alphabetical order of the ids.
const LayerRegistry& layers();

} // namespace netsmith
