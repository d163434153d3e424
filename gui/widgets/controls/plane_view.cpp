#include "gui/widgets/controls/plane_view.h"

#include "gui/widgets/distinct_colors.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/value_ramp.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr int mostSide = 360;
constexpr double curveAspect = 0.62;
constexpr double surfaceStrength = 0.5; ///< how much of a class's colour the ground gets where the network is sure
constexpr double keyStep = 1.0 / 24.0; ///< of an axis

QColor mixed(const QColor& from, const QColor& to, double share)
{
    const auto channel = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return QColor(channel(from.red(), to.red()), channel(from.green(), to.green()), channel(from.blue(), to.blue()));
}

/// To a thousandth of the range or better: a place that was clicked has no more digits to tell.
double rounded(double value, const PlaneView::Range& range)
{
    const double unit = std::pow(10.0, std::floor(std::log10(std::max(range.to - range.from, 1e-300))) - 3.0);
    return std::isfinite(unit) && unit > 0.0 ? std::round(value / unit) * unit : value;
}

} // namespace

PlaneView::PlaneView(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::CrossCursor);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        renew();
    });
    retranslate();
}

void PlaneView::setAxes(const std::vector<Range>& axes, int classes)
{
    if (axes == m_axes && classes == m_classes)
        return;
    if (axes.size() != m_axes.size())
        updateGeometry();
    m_axes = axes;
    m_classes = classes;
    m_mark.reset();
    m_points.clear();
    clearSurface();
}

void PlaneView::setPoints(std::vector<Point> points)
{
    m_points = std::move(points);
    renew();
}

void PlaneView::showSurface(Surface surface)
{
    m_surface = std::move(surface);
    renew();
}

void PlaneView::setMark(const std::optional<QPointF>& mark)
{
    if (m_mark == mark)
        return;
    m_mark = mark;
    update();
}

/// Makes the picture of the surface.
void PlaneView::renew()
{
    m_most = 1e-30;
    for (const Point& point : m_points)
        m_most = std::max(m_most, std::abs(point.target));
    for (const float value : m_surface.values)
        if (std::isfinite(value))
            m_most = std::max(m_most, static_cast<double>(std::abs(value)));
    m_image = {};
    if (!isCurve() && m_surface.columns > 0) {
        m_image = QImage(m_surface.columns, m_surface.rows, QImage::Format_RGB32);
        const float* place = m_surface.values.data();
        for (int y = 0; y < m_surface.rows; ++y)
            for (int x = 0; x < m_surface.columns; ++x, place += m_surface.width)
                m_image.setPixel(x, y, colorOf(place));
    }
    update();
}

/// Of the ground at one place.
QRgb PlaneView::colorOf(const float* values) const
{
    const Theme& theme = Theme::instance();
    const int width = m_surface.width;
    for (int i = 0; i < width; ++i)
        if (!std::isfinite(values[i]))
            return ValueRamp().notFinite();
    if (m_classes == 0)
        return ValueRamp().color(values[0] / m_most);
    // A single number is the probability of the second of two classes.
    std::vector<double> shares(values, values + width);
    if (width == 1)
        shares = {1.0 - std::clamp<double>(values[0], 0.0, 1.0), std::clamp<double>(values[0], 0.0, 1.0)};
    double red = 0.0, green = 0.0, blue = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const QColor color = theme.color(distinctToken(i));
        const double share = std::max(shares[i], 0.0);
        red += share * color.red();
        green += share * color.green();
        blue += share * color.blue();
        sum += share;
    }
    const QColor ground = theme.color(Token::canvas);
    if (sum <= 0.0)
        return ground.rgb();
    const double equal = 1.0 / static_cast<double>(shares.size());
    const double sure = std::clamp((*std::ranges::max_element(shares) / sum - equal) / (1.0 - equal), 0.0, 1.0);
    const QColor all(static_cast<int>(red / sum), static_cast<int>(green / sum), static_cast<int>(blue / sum));
    return mixed(ground, all, surfaceStrength * (0.25 + 0.75 * sure)).rgb();
}

PlaneView::Range PlaneView::vertical() const
{
    if (!isCurve())
        return m_axes[1];
    Range range{INFINITY, -INFINITY};
    const auto add = [&](double value) {
        if (std::isfinite(value)) {
            range.from = std::min(range.from, value);
            range.to = std::max(range.to, value);
        }
    };
    for (const Point& point : m_points)
        add(point.target);
    if (m_points.empty()) // the curve alone; with points it may leave the area
        for (std::size_t i = 0; i < m_surface.values.size(); i += static_cast<std::size_t>(m_surface.width))
            add(m_surface.values[i]);
    if (range.from > range.to)
        return {};
    const double room = std::max(0.08 * (range.to - range.from), 1e-6 * std::max(1.0, std::abs(range.to)));
    return {range.from - room, range.to + room};
}

QRectF PlaneView::area() const
{
    const Theme& theme = Theme::instance();
    const QFontMetricsF metrics(theme.font(TextRole::numberCaption));
    const Range up = vertical();
    const double labels =
        std::max(metrics.horizontalAdvance(significantText(up.from, 2)), metrics.horizontalAdvance(significantText(up.to, 2)))
        + 6.0;
    const double below = metrics.height() + 4.0;
    double wide = std::max(1.0, width() - labels - 1.0), high = std::max(1.0, height() - below - 1.0);
    if (!isCurve())
        wide = high = std::min(wide, high);
    return {labels, 0.5, wide, high};
}

QPointF PlaneView::placeOf(QPointF value) const
{
    const QRectF area = this->area();
    const Range up = vertical();
    return {area.left() + area.width() * (value.x() - m_axes[0].from) / (m_axes[0].to - m_axes[0].from),
            area.bottom() - area.height() * (value.y() - up.from) / (up.to - up.from)};
}

QPointF PlaneView::valueAt(QPointF place) const
{
    const QRectF area = this->area();
    const Range up = vertical();
    return {m_axes[0].from + (m_axes[0].to - m_axes[0].from) * (place.x() - area.left()) / area.width(),
            up.from + (up.to - up.from) * (area.bottom() - place.y()) / area.height()};
}

QSize PlaneView::sizeHint() const
{
    const int width = Theme::instance().scaled(240);
    return {width, heightForWidth(width)};
}

int PlaneView::heightForWidth(int width) const
{
    const int most = Theme::instance().scaled(mostSide);
    return isCurve() ? std::min(most, static_cast<int>(width * curveAspect)) : std::min(most, width);
}

void PlaneView::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = this->area();
    painter.fillRect(area, theme.color(Token::canvas));
    painter.save();
    painter.setClipRect(area);
    if (!m_image.isNull()) {
        // The outermost places lie on the edges.
        const double half = area.width() / (m_surface.columns - 1) / 2.0, halfUp = area.height() / (m_surface.rows - 1) / 2.0;
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(area.adjusted(-half, -halfUp, half, halfUp), m_image);
    }
    paintPoints(painter);
    if (isCurve())
        paintCurve(painter);
    if (m_mark) {
        const QPointF mark = placeOf(*m_mark);
        painter.setPen(QPen(theme.color(Token::text), 1.5));
        painter.setBrush(Qt::NoBrush);
        if (isCurve()) {
            painter.drawLine(QPointF(mark.x(), area.top()), QPointF(mark.x(), area.bottom()));
        } else {
            const double reach = theme.scaled(8);
            painter.drawEllipse(mark, reach * 0.75, reach * 0.75);
            painter.drawLine(mark - QPointF(reach, 0), mark + QPointF(reach, 0));
            painter.drawLine(mark - QPointF(0, reach), mark + QPointF(0, reach));
        }
    }
    painter.restore();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(hasFocus() ? Token::focusRing : Token::line), hasFocus() ? 2 : 1));
    painter.drawRect(area);

    painter.setFont(theme.font(TextRole::numberCaption));
    painter.setPen(theme.color(Token::textMuted));
    const double line = QFontMetricsF(painter.font()).height();
    const Range up = vertical();
    const QRectF left(0, area.top(), area.left() - 6.0, area.height());
    painter.drawText(left, Qt::AlignRight | Qt::AlignTop, significantText(up.to, 2));
    painter.drawText(left, Qt::AlignRight | Qt::AlignBottom, significantText(up.from, 2));
    const QRectF below(area.left(), area.bottom() + 3.0, area.width(), line);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignTop, significantText(m_axes[0].from, 2));
    painter.drawText(below, Qt::AlignRight | Qt::AlignTop, significantText(m_axes[0].to, 2));
}

void PlaneView::paintPoints(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    const ValueRamp ramp;
    const double large = m_points.size() > 300 ? 2.5 : 3.5;
    painter.setPen(QPen(theme.color(Token::canvas), 1));
    for (const Point& point : m_points) {
        const bool isClass = m_classes > 0 && point.target >= 0.0;
        painter.setBrush(isCurve()     ? theme.color(Token::textMuted)
                             : isClass ? theme.color(distinctToken(static_cast<std::size_t>(point.target)))
                                       : QColor::fromRgb(ramp.color(point.target / m_most)));
        const double radius = point.heldOut ? large : large - 1.0;
        painter.drawEllipse(placeOf({point.x, isCurve() ? point.target : point.y}), radius, radius);
    }
}

void PlaneView::paintCurve(QPainter& painter) const
{
    QPolygonF curve;
    for (int i = 0; i < m_surface.columns; ++i) {
        const double value = m_surface.values[static_cast<std::size_t>(i * m_surface.width)];
        const double x = m_axes[0].from + (m_axes[0].to - m_axes[0].from) * i / (m_surface.columns - 1);
        if (std::isfinite(value))
            curve << placeOf({x, value});
    }
    painter.setPen(QPen(Theme::instance().color(Token::accent), 2.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(curve);
}

void PlaneView::choose(QPointF place)
{
    const QRectF area = this->area();
    const QPointF within(std::clamp(place.x(), area.left(), area.right()), std::clamp(place.y(), area.top(), area.bottom()));
    const QPointF exact = valueAt(within), value(rounded(exact.x(), m_axes[0]), rounded(exact.y(), vertical()));
    if (!m_enters)
        setMark(value);
    Q_EMIT chosen(value);
}

void PlaneView::mousePressEvent(QMouseEvent* event)
{
    const bool within = area().contains(event->position());
    if (event->button() == Qt::LeftButton && within)
        choose(event->position());
    else if (event->button() == Qt::RightButton && within)
        Q_EMIT erased(valueAt(event->position()));
    else
        QWidget::mousePressEvent(event);
}

void PlaneView::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        choose(event->position());
}

void PlaneView::keyPressEvent(QKeyEvent* event)
{
    const QPointF step = event->key() == Qt::Key_Left ? QPointF(-1, 0)
        : event->key() == Qt::Key_Right               ? QPointF(1, 0)
        : event->key() == Qt::Key_Up                  ? QPointF(0, -1)
        : event->key() == Qt::Key_Down                ? QPointF(0, 1)
                                                      : QPointF();
    if (m_enters && m_mark && event->key() == Qt::Key_Space) {
        Q_EMIT chosen(*m_mark);
        return;
    }
    if (m_enters && m_mark && event->key() == Qt::Key_Delete) {
        Q_EMIT erased(*m_mark);
        return;
    }
    if (step.isNull())
        return QWidget::keyPressEvent(event);
    const QRectF area = this->area();
    const QPointF from = m_mark ? placeOf(*m_mark) : area.center();
    const QPointF to = from + QPointF(step.x() * area.width(), step.y() * area.height()) * keyStep;
    if (m_enters)
        setMark(valueAt({std::clamp(to.x(), area.left(), area.right()), std::clamp(to.y(), area.top(), area.bottom())}));
    else
        choose(to);
}

void PlaneView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void PlaneView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void PlaneView::retranslate()
{
    setAccessibleName(tr("What the network makes of each place"));
    setToolTip(tr("Click to ask about a place, or drag; the arrow keys move it. Small points were trained on."));
}

void PlaneView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange) {
        retranslate();
        update();
    }
}

} // namespace netsmith::gui
