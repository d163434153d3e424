#pragma once

#include "engine/core/shape.h"

#include <QByteArray>
#include <QImage>

namespace netsmith::gui {

/// The image inputs of a network: H×W×1 (grey), H×W×3 (RGB) or H×W×4 (RGB and opacity) bytes.
bool isImageShape(const Shape& shape);

/// The image as the network's input: `shape.elements()` bytes, rows from the top, channels interleaved. The whole image is fitted
/// in and centred on black; with `likeDigits`, dark ink on a light background is inverted.
///
/// `likeDigits`: the drawing is scaled into a box of 20/28 of the width, and its centre of mass is moved to the middle, as for the
/// samples of MNIST (LeCun, Cortes, Burges: "The MNIST database of handwritten digits").
QByteArray sampleOf(const QImage& picture, const Shape& shape, bool likeDigits);

/// The bytes as an image again: what the network sees.
QImage pictureOf(const QByteArray& sample, const Shape& shape);

} // namespace netsmith::gui
