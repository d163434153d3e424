#pragma once

#include <QString>

namespace netsmith::gui {

/// A Chinese character or punctuation mark, beside which another one stands without a space.
bool isIdeographic(QChar letter);

/// Without the spaces between ideographs that a Chinese sentence has around a placeholder, where Latin words were expected.
QString withoutGaps(QString text);

} // namespace netsmith::gui
