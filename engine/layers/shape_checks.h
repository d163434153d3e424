#pragma once

#include "engine/core/shape.h"
#include "engine/ops/window2d.h"

#include <vector>

/// What the layers' shape rules share. All shapes are of one sample, without the batch axis.
namespace netsmith::layer {

/// Throws `layer.axes` for a scalar.
void requireAxes(const Shape& input);

/// Throws `layer.image` unless `input` is an image H×W×C.
void requireImage(const Shape& input);

/// Throws `layer.sequence`, `layer.image` or `layer.volume` unless `input` has 1, 2 or 3 axes before its channels.
void requireAxes(const Shape& input, int axes);

/// The axis of a sample of this rank, counted from 0, for a number that counts the batch axis, as in Keras, or is negative to count
/// from the last; throws `layer.axis` if there is none.
int sampleAxis(std::int64_t axis, int rank);

/// Height and width of an image H×W×C.
Size2 sizeOf(const Shape& image);

/// Height and width from a parameter of one entry (both) or two.
Size2 size2(const std::vector<std::int64_t>& entries);

} // namespace netsmith::layer
