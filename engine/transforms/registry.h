#pragma once

#include "engine/graph/transform_spec.h"

namespace netsmith {

/// Every transform there is, in alphabetical order of the ids.
const TransformRegistry& transforms();

} // namespace netsmith
