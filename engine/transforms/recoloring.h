#pragma once

#include "engine/graph/spec.h"
#include "engine/ops/recolor.h"
#include "engine/ops/transform_call.h"

namespace netsmith::transform {

/// Throws `color.channels` unless the image is grey or of three colours; `colored`: unless it is of three.
Shape colorShape(const Shape& image, bool colored);

/// Emits one step with draws of the call's own. Colours are cut off at black and white.
void recolorImage(TransformCall& call, ColorStep step);

} // namespace netsmith::transform
