#pragma once

#include "gui/attribution/attribution_report.h"

namespace netsmith::gui {

/// "Integrated gradients"
QString methodTitle(inspect::AttributionMethod method);
/// What it shows, and when to use it.
QString methodDoc(inspect::AttributionMethod method);
/// Why it can't be used with a network that it does not suit.
QString methodRefusal(inspect::AttributionMethod method);

/// The class that a number stands for, or "number 2".
QString targetName(const AttributionReport& report, std::int64_t target);
/// "Why “7”?"
QString questionOf(const AttributionReport& report);
/// "true class “4”", if the sample tells it, else empty.
QString truthText(const AttributionReport& report);
/// "98.3 %" of a class, or the number that the network says.
QString answerText(const AttributionReport& report, std::int64_t target);

} // namespace netsmith::gui
