#pragma once

#include "engine/input/images/picture.h"

namespace netsmith::data {

/// A part of a picture in pixel coordinates; the first pixel spans from 0 to 1.
struct Box {
    double left = 0.0;
    double top = 0.0;
    double right = 0.0;
    double bottom = 0.0;
};

/// Resizes a part of a picture: each new pixel is the mean of those it covers, weighted by a triangle as wide as the new pixel and
/// at least two old ones (bilinear when enlarging, antialiased when shrinking, as Pillow's BILINEAR); first along rows, then along
/// columns, each rounded to bytes. If there is alpha, it weights the colours.
Picture resample(const Picture& picture, const Box& box, int width, int height);

/// How a picture is fitted into a frame with a different aspect ratio.
enum class Fit { stretch, crop, pad };

/// The picture in a frame: stretched to it; or cropped around its centre to the frame's aspect ratio; or the whole picture centred
/// in a black frame (transparent, if there is alpha).
Picture fitted(const Picture& picture, int width, int height, Fit fit);

} // namespace netsmith::data
