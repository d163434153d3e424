#pragma once

#include "engine/graph/specs/transform_spec.h"

namespace netsmith {

/// All transforms, in alphabetical order of the ids.
const TransformRegistry& transforms();

} // namespace netsmith
