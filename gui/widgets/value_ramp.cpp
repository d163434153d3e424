#include "gui/widgets/value_ramp.h"

#include "gui/widgets/theme.h"

#include <algorithm>

namespace netsmith::gui {
namespace {

constexpr double middle = 0.6; ///< where a positive value has the accent's colour

QRgb mixed(QRgb from, QRgb to, double share)
{
    const auto channel = [share](int a, int b) { return static_cast<int>(a + (b - a) * share + 0.5); };
    return qRgb(channel(qRed(from), qRed(to)), channel(qGreen(from), qGreen(to)), channel(qBlue(from), qBlue(to)));
}

} // namespace

ValueRamp::ValueRamp()
{
    const Theme& theme = Theme::instance();
    m_zero = theme.color(Token::canvas).rgb();
    m_middle = theme.color(Token::accent).rgb();
    m_most = theme.color(Token::text).rgb();
    m_least = theme.color(Token::validation).rgb();
    m_notFinite = theme.color(Token::bad).rgb();
}

QRgb ValueRamp::color(double value) const
{
    if (value < 0.0)
        return mixed(m_zero, m_least, std::min(-value, 1.0));
    if (value < middle)
        return mixed(m_zero, m_middle, value / middle);
    return mixed(m_middle, m_most, (std::min(value, 1.0) - middle) / (1.0 - middle));
}

} // namespace netsmith::gui
