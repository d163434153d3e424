#pragma once

#include "engine/core/shape.h"

namespace netsmith::layer {

/// Throws `layer.sequence`, `layer.image` or `layer.volume` unless a sample has `axes` axes of positions, one to three, followed by
/// channels: T×C, H×W×C or D×H×W×C.
void requirePositions(const Shape& input, int axes);

} // namespace netsmith::layer
