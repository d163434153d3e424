#include "gui/twin/twin_text.h"

#include "gui/widgets/number_text.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

QString shareText(double share, int digits)
{
    return share == 0.0 ? u"0"_s : u"%1 %"_s.arg(significantText(share * 100.0, digits));
}

QString differenceText(double difference, int digits)
{
    return std::isfinite(difference) ? shareText(difference, digits) : u"∞"_s;
}

} // namespace netsmith::gui
