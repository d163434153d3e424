#pragma once

#include "engine/graph/transform_spec.h"

namespace netsmith {

/// All transforms, in alphabetical order of the ids.
const TransformRegistry& transforms();

} // namespace netsmith
