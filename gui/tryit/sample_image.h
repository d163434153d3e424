#pragma once

#include "engine/core/shape.h"

#include <QByteArray>
#include <QImage>

namespace netsmith::gui {

/// What a network asks of a picture: H×W×1 (grey), H×W×3 (RGB) or H×W×4 (RGB and opacity) of bytes.
bool isImageShape(const Shape& shape);

/// What was drawn as the network's input has it: `shape.elements()` bytes, rows from the top, channels together. The picture is
/// fitted in whole and centred, what is beside it is black; dark ink on light ground is turned round where `likeDigits`.
///
/// `likeDigits`: what is drawn is scaled into a box of 20/28 of the width and moved so that its centre of mass is the middle, as
/// the samples of MNIST were made (LeCun, Cortes, Burges: "The MNIST database of handwritten digits").
QByteArray sampleOf(const QImage& picture, const Shape& shape, bool likeDigits);

/// The bytes as a picture again: what the network sees.
QImage pictureOf(const QByteArray& sample, const Shape& shape);

} // namespace netsmith::gui
