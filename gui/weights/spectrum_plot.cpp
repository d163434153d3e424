#include "gui/weights/spectrum_plot.h"

#include "gui/weights/weights_words.h"
#include "gui/widgets/distinct_colors.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double mostDecades = 8.0; ///< shown: what FP32 holds beside the largest
constexpr int dotsAtMost = 80;
constexpr int lineInLegend = 16; ///< with its distance from the name

} // namespace

SpectrumPlot::SpectrumPlot(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] { updateGeometry(); });
    describe();
}

void SpectrumPlot::show(const std::vector<inspect::Spectrum>& spectra)
{
    m_spectra = spectra;
    m_count = 0;
    double largest = 0.0, smallest = INFINITY;
    for (const inspect::Spectrum& spectrum : m_spectra) {
        m_count = std::max(m_count, spectrum.values.size());
        for (const double value : spectrum.values)
            if (value > 0.0) {
                largest = std::max(largest, value);
                smallest = std::min(smallest, value);
            }
    }
    if (largest > 0.0) {
        m_most = std::log10(largest);
        m_least = std::max(std::log10(smallest), m_most - mostDecades);
        const double beside = std::max(0.05, (m_most - m_least) * 0.06);
        m_most += beside;
        m_least -= beside;
    }
    setVisible(largest > 0.0);
    update();
}

void SpectrumPlot::describe()
{
    setAccessibleName(tr("Singular values"));
}

QSize SpectrumPlot::sizeHint() const
{
    return {Theme::instance().scaled(280), Theme::instance().scaled(150)};
}

std::vector<QRectF> SpectrumPlot::legend() const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.font(TextRole::numberCaption));
    std::vector<QRectF> places;
    double left = 0.0, top = 0.0;
    for (std::size_t i = 0; i < m_spectra.size() && m_spectra.size() > 1; ++i) {
        const double wide = theme.scaled(lineInLegend) + metrics.horizontalAdvance(spectrumTitle(m_spectra[i]));
        if (left > 0.0 && left + wide > width()) {
            left = 0.0;
            top += metrics.height();
        }
        places.emplace_back(left, top, wide, metrics.height());
        left += wide + theme.scaled(12);
    }
    return places;
}

QRectF SpectrumPlot::room() const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.font(TextRole::numberCaption));
    const int left = metrics.horizontalAdvance(u"0.0001"_s) + theme.scaled(8);
    const std::vector<QRectF> names = legend();
    const double legend = names.empty() ? 0.0 : names.back().bottom() + theme.scaled(4);
    return QRectF(rect()).adjusted(left, theme.scaled(4) + legend, -theme.scaled(8), -metrics.height() - theme.scaled(4));
}

QPointF SpectrumPlot::placeOf(std::size_t index, double value) const
{
    const QRectF area = room();
    const double x = m_count > 1 ? static_cast<double>(index) / static_cast<double>(m_count - 1) : 0.5;
    const double y = (std::log10(value) - m_least) / (m_most - m_least);
    return {area.left() + x * area.width(), area.bottom() - std::max(0.0, y) * area.height()};
}

void SpectrumPlot::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font(TextRole::numberCaption));
    const QFontMetrics metrics = painter.fontMetrics();
    const QRectF area = room();
    // Lines at 1, 2 and 5 of each power of ten, or at the powers alone.
    double before = area.bottom() + metrics.height();
    for (int power = static_cast<int>(std::floor(m_least)); power <= static_cast<int>(std::ceil(m_most)); ++power)
        for (const double part : {1.0, 2.0, 5.0}) {
            const double value = part * std::pow(10.0, power), at = std::log10(value);
            if (at < m_least || at > m_most || (part != 1.0 && m_most - m_least > 2.0))
                continue;
            const double y = placeOf(0, value).y();
            painter.setPen(theme.color(Token::grid));
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
            if (before - y < metrics.height())
                continue;
            before = y;
            painter.setPen(theme.color(Token::textMuted));
            painter.drawText(QRectF(0, y - metrics.height() / 2.0, area.left() - theme.scaled(6), metrics.height()),
                             Qt::AlignRight | Qt::AlignVCenter, significantText(value, 1));
        }
    painter.setPen(theme.color(Token::line));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(theme.color(Token::textMuted));
    const QRectF below(area.left(), area.bottom() + 2, area.width(), metrics.height() + theme.scaled(2));
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, u"1"_s);
    if (m_count > 1)
        painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, countText(static_cast<std::int64_t>(m_count)));
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = m_spectra.size(); i-- > 0;) { // the whole is on top
        const inspect::Spectrum& spectrum = m_spectra[i];
        const QColor color = theme.color(distinctToken(i));
        QPolygonF line;
        for (std::size_t number = 0; number < spectrum.values.size(); ++number)
            if (spectrum.values[number] > 0.0)
                line << placeOf(number, spectrum.values[number]);
        painter.setPen(QPen(color, i == 0 ? 2.0 : 1.25));
        painter.drawPolyline(line);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        if (line.size() <= dotsAtMost)
            for (const QPointF& place : line)
                painter.drawEllipse(place, 2.5, 2.5);
        painter.setBrush(Qt::NoBrush);
    }
    const std::vector<QRectF> names = legend();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const QRectF& place = names[i];
        painter.setPen(QPen(theme.color(distinctToken(i)), 2.0));
        painter.drawLine(QPointF(place.left(), place.center().y()), QPointF(place.left() + theme.scaled(12), place.center().y()));
        painter.setPen(theme.color(Token::textSecondary));
        painter.drawText(place.adjusted(theme.scaled(lineInLegend), 0, 1, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         spectrumTitle(m_spectra[i]));
    }
    if (m_pointed >= 0) {
        const double x = placeOf(static_cast<std::size_t>(m_pointed), 1.0).x();
        painter.setPen(theme.color(Token::textMuted));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
}

void SpectrumPlot::mouseMoveEvent(QMouseEvent* event)
{
    const QRectF area = room();
    const double share = (event->position().x() - area.left()) / std::max(1.0, area.width());
    const int last = static_cast<int>(m_count) - 1;
    m_pointed = m_count > 0 ? std::clamp(static_cast<int>(std::lround(share * last)), 0, last) : -1;
    QStringList values;
    for (const inspect::Spectrum& spectrum : m_spectra)
        if (m_pointed >= 0 && static_cast<std::size_t>(m_pointed) < spectrum.values.size()) {
            const QString value = significantText(spectrum.values[static_cast<std::size_t>(m_pointed)], 4);
            values << (m_spectra.size() > 1 ? u"%1 %2"_s.arg(spectrumTitle(spectrum), value) : value);
        }
    Q_EMIT pointed(
        values.isEmpty()
            ? QString()
            : tr("Singular value %1 of %2: %3").arg(countText(m_pointed + 1), countText(last + 1), values.join(u", "_s)));
    update();
}

void SpectrumPlot::leaveEvent(QEvent*)
{
    m_pointed = -1;
    Q_EMIT pointed({});
    update();
}

void SpectrumPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        describe();
        update();
    }
}

} // namespace netsmith::gui
