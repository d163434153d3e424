#pragma once

#include <QString>

namespace netsmith::gui {

/// A Chinese character or punctuation mark, beside which another one stands without a space.
bool isIdeographic(QChar letter);

/// Without the spaces between ideographs: a Chinese sentence has them around its arguments, which are often Latin words.
QString withoutGaps(QString text);

} // namespace netsmith::gui
