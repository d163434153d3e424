#pragma once

#include "engine/fields/dataset.h"

#include <QImage>
#include <QRectF>
#include <QString>

#include <vector>

namespace netsmith::gui {

/// What there is to see of one sample; one of its parts is filled.
struct SampleContent {
    QImage picture{}; ///< of bytes in 1 or 3 channels
    std::vector<QRectF> boxes{}; ///< around what there is to find in it, in its pixels
    QString text{}; ///< the words or characters of a text, the numbers of a row
    std::vector<double> curve{}; ///< a series in time, of its first channel
};

/// Whether a field's samples are pictures that can be shown.
bool isPicture(const data::FieldSpec& spec);

/// A picture from a sample's bytes.
QImage pictureOf(const std::byte* bytes, const Shape& shape);

/// The boxes of a sample: those rows of a field of boxes that count. Empty where the split has no such field.
std::vector<QRectF> boxesOf(const data::DataSplit& split, std::int64_t index);

/// The beginning of it, for long ones.
SampleContent contentOf(const data::Field& field, std::int64_t index);

} // namespace netsmith::gui
