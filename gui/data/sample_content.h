#pragma once

#include "engine/fields/dataset.h"

#include <QImage>
#include <QRectF>
#include <QString>

#include <vector>

namespace netsmith::gui {

/// The visible content of a sample; one of its parts is set.
struct SampleContent {
    QImage picture{}; ///< of bytes in 1 or 3 channels
    std::vector<QRectF> boxes{}; ///< object boxes, in the image's pixels
    QString text{}; ///< the words or characters of a text, the numbers of a row
    std::vector<double> curve{}; ///< the first channel of a time series
};

/// Whether a field's samples are images that can be shown.
bool isPicture(const data::FieldSpec& spec);

/// A class as its set names it, or its number.
QString classTitle(const data::FieldSpec& spec, std::int64_t classNumber);

/// An image from a sample's bytes.
QImage pictureOf(const std::byte* bytes, const Shape& shape);

/// The boxes of a sample: the valid rows of its field of boxes. Empty if the split has no such field.
std::vector<QRectF> boxesOf(const data::DataSplit& split, std::int64_t index);

/// Only the beginning of long samples.
SampleContent contentOf(const data::Field& field, std::int64_t index);

} // namespace netsmith::gui
