#pragma once

#include <QString>

namespace netsmith::gui {

/// A share, however small: "0.0031 %"; 0 for exactly none.
QString shareText(double share, int digits = 3);
/// A relative difference, which may be infinite.
QString differenceText(double difference, int digits = 3);

} // namespace netsmith::gui
