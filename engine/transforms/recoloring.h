#pragma once

#include "engine/graph/specs/spec.h"
#include "engine/ops/recolor.h"
#include "engine/ops/transform_call.h"

namespace netsmith::transform {

/// Throws `color.channels` unless the image is grey or has three colours; `colored`: unless it has three.
Shape colorShape(const Shape& image, bool colored);

/// Emits one step with the call's own draws. Colours are clipped at black and white.
void recolorImage(TransformCall& call, ColorStep step);

} // namespace netsmith::transform
