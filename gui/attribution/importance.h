#pragma once

#include "gui/attribution/attribution_report.h"

#include <QImage>
#include <QString>

namespace netsmith::gui {

/// The importance of the parts of one input, as it is shown: on the pixels of a picture, on tokens, on the steps of a series, or on
/// the columns of a row.
struct Importance {
    enum class Form { picture, tokens, series, row };

    Form form = Form::row;
    QString title; ///< the input, or the layer
    std::int64_t height = 1; ///< of a picture; the channels of a series
    std::int64_t width = 1; ///< likewise; its steps, and otherwise how many parts there are
    std::vector<double> values; ///< row by row
    bool isSmooth = false; ///< a layer's maps, which are coarser than the picture
    const data::Field* input = nullptr; ///< that it is about; null if there is none to show

    /// The largest size of a value, at least a tiny number.
    double most() const;
    bool hasNegative() const;
};

/// Of each input, or for Grad-CAM of the one that is a picture. They point into the report.
///
/// The channels of a pixel are added up, but for saliency, where the largest one counts as in Simonyan et al. (2014), and for
/// occlusion, which covers them together.
std::vector<Importance> importancesIn(const AttributionReport& report);

/// A token of a text, and how it is written after the one before.
struct ShownPart {
    QString text; ///< as written, without the space before it
    QString name; ///< for lists, where spaces can be seen
    bool hasSpace = false; ///< before it
    std::int64_t position = 0; ///< in the sample
    double value = 0.0;
};
/// Those of a text, without padding.
std::vector<ShownPart> partsOf(const Importance& importance);

/// The columns of a row: those of a table by their names, with the values of the sample; categories are added up.
struct ShownColumn {
    QString name;
    QString value; ///< of the sample
    double importance = 0.0;
};
std::vector<ShownColumn> columnsOf(const Importance& importance);

/// "+0.0312", in the window's language.
QString signedText(double value);

/// The picture of an input with three axes, one pixel each: of bytes as it is, of other numbers in grey from the least to the most.
QImage pictureOfInput(const data::Field& field);

} // namespace netsmith::gui
