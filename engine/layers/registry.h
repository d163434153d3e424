#pragma once

#include "engine/graph/layer_spec.h"

namespace netsmith {

/// All layers, in alphabetical order of the ids.
const LayerRegistry& layers();

} // namespace netsmith
