#pragma once

#include "engine/graph/layer_spec.h"

namespace netsmith {

/// Every layer there is, in alphabetical order of the ids.
const LayerRegistry& layers();

} // namespace netsmith
