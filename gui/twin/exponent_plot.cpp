#include "gui/twin/exponent_plot.h"

#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int exponentPlotHeight = 120;
constexpr int exponentsBeside = 4; ///< margin of the axis beyond the outermost bar

} // namespace

ExponentPlot::ExponentPlot(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"exponentPlot"_s);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize ExponentPlot::sizeHint() const
{
    return {Theme::instance().scaled(240), Theme::instance().scaled(exponentPlotHeight)};
}

void ExponentPlot::setExponents(const twin::Exponents& exponents, const twin::NumberRange& range, int shift)
{
    m_exponents = exponents;
    m_range = range;
    m_shift = shift;
    setAccessibleDescription(exponents.counts.empty() ? QString() : tr("%1 within the range").arg(percentText(kept())));
    update();
}

void ExponentPlot::clear()
{
    setExponents({}, {}, 0);
}

double ExponentPlot::kept() const
{
    return twin::keptShare(m_exponents, m_range, m_shift);
}

void ExponentPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::instance();
    painter.fillRect(rect(), theme.color(Token::panel));
    if (m_exponents.counts.empty())
        return;
    painter.setFont(theme.font(TextRole::numberCaption));
    const int line = painter.fontMetrics().height();
    const QRectF area = QRectF(rect()).adjusted(8, 4 + line, -8, -line - 4);
    const int first = m_exponents.first + m_shift;
    const int last = first + static_cast<int>(m_exponents.counts.size()) - 1;
    const int from = first - exponentsBeside, to = last + exponentsBeside + 1;
    const auto x = [&](int exponent) { return area.left() + area.width() * (exponent - from) / (to - from); };
    const auto most = static_cast<double>(std::ranges::max(m_exponents.counts));
    for (int exponent = first; exponent <= last; ++exponent) {
        const auto count = static_cast<double>(m_exponents.counts[static_cast<std::size_t>(exponent - first)]);
        const bool fits = exponent >= m_range.smallest && exponent <= m_range.largest;
        const qreal height = area.height() * count / most;
        painter.fillRect(QRectF(x(exponent), area.bottom() - height, std::max(1.0, x(exponent + 1) - x(exponent) - 1.0), height),
                         theme.color(fits ? Token::accent : Token::bad));
    }
    painter.setPen(QPen(theme.color(Token::line), 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    const auto label = [&](qreal at, qreal top, const QString& text, Token token) {
        const qreal width = painter.fontMetrics().horizontalAdvance(text);
        painter.setPen(theme.color(token));
        painter.drawText(QRectF(std::clamp(at - width / 2, 0.0, std::max(0.0, this->width() - width)), top, width + 1, line),
                         Qt::AlignCenter, text);
    };
    label(x(first), area.bottom() + 2, powerText(2, first), Token::textMuted);
    if (last - first > 6)
        label(x(last), area.bottom() + 2, powerText(2, last), Token::textMuted);
    for (const int edge : {m_range.smallest, m_range.largest + 1}) {
        if (edge <= from || edge >= to)
            continue;
        painter.setPen(QPen(theme.color(Token::bad), 1, Qt::DashLine));
        painter.drawLine(QPointF(x(edge), area.top()), QPointF(x(edge), area.bottom()));
        label(x(edge), 2, powerText(2, edge), Token::bad);
    }
}

} // namespace netsmith::gui
