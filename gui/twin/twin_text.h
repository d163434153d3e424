#pragma once

#include <QString>

namespace netsmith::gui {

/// Shares as small as they come: "0.0031 %", and 0 for none at all.
QString shareText(double share, int digits = 3);
/// A relative difference, which may be infinite.
QString differenceText(double difference, int digits = 3);

} // namespace netsmith::gui
