#pragma once

#include "engine/input/images/picture.h"

namespace netsmith::data {

/// A part of a picture in its pixels' coordinates, whose first pixel reaches from 0 to 1.
struct Box {
    double left = 0.0;
    double top = 0.0;
    double right = 0.0;
    double bottom = 0.0;
};

/// The part of a picture as a picture of another size: each new pixel is the mean of those below it, weighted by a triangle that is
/// as wide as the pixel is there and at least as two old ones (bilinear where it grows, free of aliasing where it shrinks, as
/// Pillow's BILINEAR); first along rows, then along columns, each rounded to bytes. Where there is opacity it weighs the colours.
Picture resample(const Picture& picture, const Box& box, int width, int height);

/// How a picture comes into a frame of other proportions.
enum class Fit { stretch, crop, pad };

/// The picture in a frame: stretched to it; or as much of its middle as has the frame's proportions; or all of it in the middle of
/// a black frame (transparent, where there is opacity).
Picture fitted(const Picture& picture, int width, int height, Fit fit);

} // namespace netsmith::data
