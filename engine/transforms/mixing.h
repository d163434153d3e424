#pragma once

#include "engine/graph/specs/transform_spec.h"

namespace netsmith::transform {

/// mixup or cutmix, which differ in how two images are combined.
TransformSpec mixingTransform(std::string id, std::string title, std::string doc, bool cut, double alpha);

} // namespace netsmith::transform
