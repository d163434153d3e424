#include "gui/plots/curve_plot.h"

#include "gui/plots/curve_trace.h"
#include "gui/plots/mark_lines.h"
#include "gui/plots/plot_look.h"
#include "gui/plots/plot_inset.h"
#include "gui/plots/plot_overlay.h"
#include "gui/plots/plot_ticks.h"
#include "gui/widgets/theme.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr qreal leastBox = 6.0; ///< pixels; a smaller box counts as a click
constexpr float bandAlpha = 0.16F; ///< of the raw trace under the smoothed one

bool usable(const QCPRange& range, bool logarithmic)
{
    if (!QCPRange::validRange(range) || range.size() <= 1e-12 * std::max(std::abs(range.lower), std::abs(range.upper)))
        return false;
    return !logarithmic || (range.lower > 1e-30 && range.upper < 1e30);
}

bool isOurKey(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
    case Qt::Key_Home: return (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) == Qt::NoModifier;
    default: return false;
    }
}

} // namespace

CurvePlot::CurvePlot(QWidget* parent)
    : QCustomPlot(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    addLayer(u"netsmithOverlay"_s);
    layer(u"netsmithOverlay"_s)->setMode(QCPLayer::lmBuffered);
    m_overlay = new PlotOverlay(this);
    m_overlay->setLayer(u"netsmithOverlay"_s);
    m_marks = new MarkLines(this);
    axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    makeAxesPlain(*this);
    xAxis->grid()->setVisible(false);
    setQuantity({});
    setX(m_x, false);
    applyTheme();
}

CurvePlot::~CurvePlot() = default;

void CurvePlot::applyTheme()
{
    const Theme& theme = Theme::instance();
    wearTheme(*this);
    axisRect()->setMargins(QMargins(0, theme.scaled(8), theme.scaled(16), 0));
    axisRect()->setMinimumMargins(QMargins(theme.scaled(40), 0, 0, theme.scaled(24)));
    if (m_inset)
        m_inset->applyTheme();
}

void CurvePlot::setQuantity(const PlotQuantity& quantity)
{
    m_quantity = quantity;
    setAccessibleName(quantity.title);
    setLogarithmicY(yAxis->scaleType() == QCPAxis::stLogarithmic);
}

void CurvePlot::setX(CurveX x, bool logarithmic)
{
    m_x = x;
    xAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    xAxis->setTicker(ticksFor(x, logarithmic));
    m_marks->setX(x);
    for (CurveTrace* trace : m_traces)
        trace->setX(x);
    if (m_inset)
        m_inset->setX(x, logarithmic);
    m_overlay->setCrosshair(std::nullopt);
}

void CurvePlot::setLogarithmicY(bool logarithmic)
{
    m_chosenY.reset(); // a range chosen for the other scale does not apply
    logarithmic = logarithmic || m_quantity.doublings;
    yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    yAxis->setTicker(ticksFor(m_quantity, logarithmic));
}

void CurvePlot::setInset(const PlotQuantity& quantity, std::vector<PlotCurve> curves)
{
    if (!m_inset) {
        m_inset = std::make_unique<PlotInset>(*this);
        m_overlay->setInset(m_inset.get());
    }
    m_inset->setQuantity(quantity);
    m_inset->setCurves(std::move(curves), m_x);
    m_inset->setX(m_x, xAxis->scaleType() == QCPAxis::stLogarithmic);
}

void CurvePlot::setMarks(const std::vector<PlotMark>* marks)
{
    m_marks->setMarks(marks);
}

void CurvePlot::setCurves(std::vector<PlotCurve> curves)
{
    for (CurveTrace* trace : m_traces)
        removePlottable(trace);
    m_traces.clear();
    m_curves = std::move(curves);
    const auto add = [this](const PlotCurve& curve, CurveTraceKind kind, const TraceLook& look) {
        auto* trace = new CurveTrace(xAxis, yAxis, *curve.series, kind, m_x);
        trace->setLook(look);
        m_traces.push_back(trace);
    };
    const auto bands = static_cast<float>(std::ranges::count(m_curves, CurveKind::train, &PlotCurve::kind));
    for (const PlotCurve& curve : m_curves)
        if (curve.kind == CurveKind::train) {
            QColor faint = curve.color;
            faint.setAlphaF(bandAlpha / std::sqrt(bands)); // bands of several runs overlap
            add(curve, CurveTraceKind::raw, {.color = faint, .width = 1.0, .band = true});
        }
    for (const PlotCurve& curve : m_curves) {
        add(curve, curve.shown(),
            {.color = curve.color,
             .width = isOfMachine(curve.kind) ? 1.5 : 2.0,
             .style = isDashed(curve.kind) ? Qt::DashLine : Qt::SolidLine,
             .dots = curve.kind == CurveKind::validation,
             .stairs = m_quantity.doublings,
             .marks = curve.kind == CurveKind::marks});
    }
}

QCPRange CurvePlot::fittedHeight() const
{
    const bool logarithmic = yAxis->scaleType() == QCPAxis::stLogarithmic;
    Extremes main;
    Extremes faint;
    for (const PlotCurve& curve : m_curves) {
        std::size_t begin = curve.series->firstAtOrBehind(m_x, m_sight.lower);
        const std::size_t end = curve.series->firstAtOrBehind(m_x, std::nextafter(m_sight.upper, HUGE_VAL));
        // Nearly every run falls steeply at first: a range that includes all of it would flatten the rest.
        if (begin == 0 && !logarithmic && m_quantity.better != Better::neither)
            begin = end / 50;
        main.add(curve.series->extremes(curve.shown(), begin, end));
        faint.add(curve.series->extremes(CurveTraceKind::raw, begin, end));
    }
    if (main.empty() || (logarithmic && !std::isfinite(main.leastPositive)))
        return logarithmic ? QCPRange(0.01, 1.0) : QCPRange(0.0, 1.0);
    if (m_quantity.doublings)
        return {main.leastPositive / 2, main.greatest * 2};
    if (logarithmic) {
        const double spread = std::max(std::log(main.greatest / main.leastPositive), 0.1);
        const double low = std::max(std::log(faint.leastPositive), std::log(main.leastPositive) - 0.3 * spread);
        const double high = std::min(std::log(faint.greatest), std::log(main.greatest) + 0.15 * spread);
        return {std::exp(low - 0.05 * spread), std::exp(high + 0.05 * spread)};
    }
    // The raw trace may widen the range only a little: one outlier batch must not flatten the curve.
    const double leastSpread = std::max({0.02 * std::abs(main.greatest), 0.02 * std::abs(main.least), 1e-9});
    if (main.greatest - main.least < leastSpread) {
        const double middle = (main.greatest + main.least) / 2;
        main.least = faint.least = middle - leastSpread / 2;
        main.greatest = faint.greatest = middle + leastSpread / 2;
    }
    const double spread = main.greatest - main.least;
    double low = std::max(faint.least, main.least - 0.15 * spread);
    double high = std::min(faint.greatest, main.greatest + 0.15 * spread);
    const bool isSetting = m_quantity.better == Better::neither; // a constant setting is a line, not an axis of tiny ticks
    const bool fromZero = low >= 0.0 && (isSetting || low < 0.35 * high);
    low = fromZero ? 0.0 : low - 0.06 * spread;
    high += 0.06 * (isSetting && fromZero ? high : spread); // keeps a constant value off the frame
    if (m_quantity.percent && main.greatest <= 1.0)
        high = std::min(high, 1.0 + 0.02 * spread);
    return {low, high};
}

void CurvePlot::refresh()
{
    setBufferDevicePixelRatio(devicePixelRatioF());
    xAxis->setRange(m_sight);
    yAxis->setRange(m_chosenY.value_or(fittedHeight()));
    chooseTickCounts();
    std::size_t shown = m_traces.size() - m_curves.size(); // after the raw traces
    for (const PlotCurve& curve : m_curves) {
        const auto best = curve.judged ? curve.series->best(curve.shown(), m_quantity.better) : std::nullopt;
        m_traces[shown++]->setMark(best);
    }
    if (m_inset)
        m_inset->refresh(m_sight);
    if (m_overlay->crosshair())
        m_overlay->setCrosshair(readAt(m_overlay->crosshair()->x));
    replot(QCustomPlot::rpQueuedRefresh);
}

/// Labels of the horizontal axis are as wide as their digits: fewer ticks if they would overlap.
void CurvePlot::chooseTickCounts()
{
    const QFontMetrics metrics(xAxis->tickLabelFont());
    const int spacing = metrics.height();
    yAxis->ticker()->setTickCount(std::max(2, area().height() / (2 * spacing)));
    const auto collide = [&] {
        QVector<double> ticks;
        QVector<QString> labels;
        xAxis->ticker()->generate(xAxis->range(), locale(), u'g', 6, ticks, nullptr, &labels);
        double free = 0.0;
        for (int i = 0; i < ticks.size(); ++i) {
            const double middle = xAxis->coordToPixel(ticks[i]), half = metrics.horizontalAdvance(labels[i]) / 2.0;
            if (i > 0 && middle - half < free)
                return true;
            free = middle + half + spacing;
        }
        return false;
    };
    for (int count = std::max(2, area().width() / (3 * spacing)); count > 0; --count) {
        xAxis->ticker()->setTickCount(count);
        if (!collide())
            break;
    }
}

Crosshair CurvePlot::readAt(double x) const
{
    Crosshair crosshair = crosshairAt(x, m_x, m_quantity, m_curves);
    if (m_inset)
        addBeside(crosshair, m_x, m_inset->quantity(), m_inset->curves());
    return crosshair;
}

void CurvePlot::showCrosshair(std::optional<double> x, bool listed)
{
    if (x)
        m_overlay->setCrosshair(readAt(*x));
    else
        m_overlay->setCrosshair(std::nullopt);
    m_overlay->setListed(listed);
    setAccessibleDescription(x ? m_overlay->crosshair()->text() : QString());
    redrawOverlay();
}

const std::optional<Crosshair>& CurvePlot::crosshair() const
{
    return m_overlay->crosshair();
}

void CurvePlot::redrawOverlay()
{
    m_overlay->layer()->replot();
}

bool CurvePlot::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isOurKey(*static_cast<QKeyEvent*>(event))) {
        event->accept(); // otherwise a shortcut of the window takes the key
        return true;
    }
    if (event->type() == QEvent::Leave && m_drag == Drag::none)
        Q_EMIT crosshairLeft();
    return QCustomPlot::event(event);
}

void CurvePlot::paintEvent(QPaintEvent* event)
{
    QCustomPlot::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::instance().color(Token::focusRing), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

/// The number of ticks depends on the size.
void CurvePlot::resizeEvent(QResizeEvent* event)
{
    QCustomPlot::resizeEvent(event);
    if (!m_curves.empty())
        refresh();
}

void CurvePlot::focusInEvent(QFocusEvent* event)
{
    QCustomPlot::focusInEvent(event);
    update();
}

void CurvePlot::focusOutEvent(QFocusEvent* event)
{
    QCustomPlot::focusOutEvent(event);
    Q_EMIT crosshairLeft();
    update();
}

void CurvePlot::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    const bool pans =
        event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier);
    if (pans)
        m_drag = Drag::pan;
    else if (event->button() == Qt::LeftButton && area().contains(event->position().toPoint()))
        m_drag = Drag::box;
    m_dragFrom = event->position();
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    switch (m_drag) {
    case Drag::box:
        m_overlay->setBox(QRectF(m_dragFrom, at).normalized() & QRectF(area()));
        redrawOverlay();
        break;
    case Drag::pan:
        pan(m_dragFrom - at);
        m_dragFrom = at;
        break;
    case Drag::none:
        if (area().contains(at.toPoint()))
            Q_EMIT crosshairMoved(xAxis->pixelToCoord(at.x()));
        else
            Q_EMIT crosshairLeft();
        break;
    }
}

void CurvePlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (std::exchange(m_drag, Drag::none) != Drag::box)
        return;
    m_overlay->setBox(std::nullopt);
    redrawOverlay();
    chooseBox(QRectF(m_dragFrom, event->position()).normalized() & QRectF(area()));
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent*)
{
    Q_EMIT followWanted();
}

void CurvePlot::chooseBox(const QRectF& box)
{
    // A flat or narrow box zooms one axis only.
    const QCPRange x(xAxis->pixelToCoord(box.left()), xAxis->pixelToCoord(box.right()));
    const QCPRange y(yAxis->pixelToCoord(box.bottom()), yAxis->pixelToCoord(box.top()));
    chooseRanges(box.width() >= leastBox ? x : xAxis->range(), box.height() >= leastBox ? y : yAxis->range());
}

void CurvePlot::wheelEvent(QWheelEvent* event)
{
    const QPointF at = event->position();
    if (event->angleDelta().x() != 0 && !(event->modifiers() & Qt::ShiftModifier))
        pan(QPointF(-event->angleDelta().x() / 4.0, 0.0));
    // Some systems scroll horizontally while Shift is held.
    const int turned =
        event->modifiers() & Qt::ShiftModifier ? event->angleDelta().x() + event->angleDelta().y() : event->angleDelta().y();
    if (turned != 0) {
        const double factor = std::pow(0.9985, turned);
        const bool heightOnly = event->modifiers() & Qt::ShiftModifier || at.x() < area().left();
        const bool widthOnly = !heightOnly && at.y() > area().bottom();
        zoom(heightOnly ? 1.0 : factor, widthOnly ? 1.0 : factor, at);
    }
    event->accept();
}

void CurvePlot::zoom(double factorX, double factorY, const QPointF& around)
{
    const auto zoomed = [](const QCPAxis& axis, double fixed, double factor) {
        const auto moved = [&](double end) { return axis.pixelToCoord(fixed + (axis.coordToPixel(end) - fixed) * factor); };
        return QCPRange(moved(axis.range().lower), moved(axis.range().upper));
    };
    chooseRanges(factorX == 1.0 ? xAxis->range() : zoomed(*xAxis, around.x(), factorX),
                 factorY == 1.0 ? yAxis->range() : zoomed(*yAxis, around.y(), factorY));
}

void CurvePlot::pan(const QPointF& pixels)
{
    const auto panned = [](const QCPAxis& axis, double by) {
        const auto moved = [&](double end) { return axis.pixelToCoord(axis.coordToPixel(end) + by); };
        return QCPRange(moved(axis.range().lower), moved(axis.range().upper));
    };
    chooseRanges(pixels.x() == 0.0 ? xAxis->range() : panned(*xAxis, pixels.x()),
                 pixels.y() == 0.0 ? yAxis->range() : panned(*yAxis, pixels.y()));
}

void CurvePlot::chooseRanges(const QCPRange& x, const QCPRange& y)
{
    if (y != yAxis->range() && usable(y, yAxis->scaleType() == QCPAxis::stLogarithmic)) {
        m_chosenY = y;
        Q_EMIT heightChosen();
    }
    if (x != xAxis->range() && usable(x, xAxis->scaleType() == QCPAxis::stLogarithmic))
        Q_EMIT sightChosen(x.lower, x.upper);
}

void CurvePlot::keyPressEvent(QKeyEvent* event)
{
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const double farX = area().width() * 0.1;
    const double farY = area().height() * 0.1;
    const QPointF middle = QRectF(area()).center();
    switch (event->key()) {
    case Qt::Key_Left: shift ? pan({-farX, 0.0}) : stepCrosshair(-1); break;
    case Qt::Key_Right: shift ? pan({farX, 0.0}) : stepCrosshair(1); break;
    case Qt::Key_Up: pan({0.0, -farY}); break;
    case Qt::Key_Down: pan({0.0, farY}); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(0.8, 0.8, middle); break;
    case Qt::Key_Minus: zoom(1.25, 1.25, middle); break;
    case Qt::Key_Home: Q_EMIT followWanted(); break;
    case Qt::Key_Escape:
        if (crosshair()) {
            Q_EMIT crosshairLeft();
            break;
        }
        [[fallthrough]];
    default: QCustomPlot::keyPressEvent(event);
    }
}

void CurvePlot::stepCrosshair(int direction)
{
    const CurveSeries* densest = nullptr;
    for (const PlotCurve& curve : m_curves)
        if (!densest || curve.series->size() > densest->size())
            densest = curve.series;
    if (!densest || densest->empty())
        return;
    // To the next point that is some pixels away: where points are dense, single ones would hardly move the crosshair.
    constexpr double stride = 6.0;
    const std::span<const double> x = densest->x(m_x);
    const double from = crosshair() ? crosshair()->x : direction > 0 ? m_sight.lower : m_sight.upper;
    const double towards = xAxis->pixelToCoord(xAxis->coordToPixel(from) + direction * stride);
    std::size_t next = densest->firstAtOrBehind(m_x, towards);
    if (direction < 0 && (next == x.size() || x[next] > towards))
        next -= next > 0 ? 1 : 0;
    const double at = x[std::min(next, x.size() - 1)];
    const double beyond = at < m_sight.lower ? at - m_sight.lower : at > m_sight.upper ? at - m_sight.upper : 0.0;
    if (beyond != 0.0)
        pan({xAxis->coordToPixel(at) - xAxis->coordToPixel(beyond < 0.0 ? m_sight.lower : m_sight.upper), 0.0});
    Q_EMIT crosshairMoved(at);
}

} // namespace netsmith::gui
