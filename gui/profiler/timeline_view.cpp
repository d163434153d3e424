#include "gui/profiler/timeline_view.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

using inspect::ProfiledKernel;
using inspect::StepPart;

constexpr int rowGap = 4;
constexpr int memoryHeight = 56;
constexpr double zoomFactor = 1.25;
constexpr double leastView = 1e-6; // seconds

bool runs(const ProfiledKernel& kernel)
{
    return kernel.implementation != "view";
}

/// 1, 2 or 5 times a power of ten, at least this.
double niceStep(double least)
{
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least)
            return factor * power;
    return 10.0 * power;
}

} // namespace

Token tokenOf(StepPart part)
{
    switch (part) {
    case StepPart::data: return Token::memoryData;
    case StepPart::forward: return Token::memoryActivations;
    case StepPart::backward: return Token::memoryGradients;
    case StepPart::update: break;
    }
    return Token::memoryOptimizer;
}

TimelineView::TimelineView(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"timelineView"_s);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] { updateGeometry(); });
}

void TimelineView::show(std::shared_ptr<const inspect::TrainingProfile> profile)
{
    m_profile = std::move(profile);
    m_live = m_profile ? liveBytes(*m_profile) : std::vector<std::int64_t>();
    m_end = m_profile ? m_profile->staging : 0.0;
    if (m_profile)
        for (const ProfiledKernel& kernel : m_profile->kernels)
            m_end = std::max(m_end, kernel.start + kernel.shown);
    m_pointed.reset();
    m_chosen.reset();
    setView(0.0, m_end);
    Q_EMIT pointed();
}

QSize TimelineView::sizeHint() const
{
    const int rows = static_cast<int>(inspect::stepParts.size());
    const int ruler = QFontMetrics(Theme::instance().font(TextRole::numberCaption)).height() + rowGap;
    return {Theme::instance().scaled(560), ruler + rows * (rowHeight() + rowGap) + Theme::instance().scaled(memoryHeight + 12)};
}

QSize TimelineView::minimumSizeHint() const
{
    return {Theme::instance().scaled(240), sizeHint().height()};
}

int TimelineView::rowHeight() const
{
    return Theme::instance().scaled(22);
}

int TimelineView::gutter() const
{
    const QFontMetrics metrics(Theme::instance().font(TextRole::caption));
    int widest = metrics.horizontalAdvance(tr("Memory"));
    for (const StepPart part : inspect::stepParts)
        widest = std::max(widest, metrics.horizontalAdvance(messageText(titleOf(part))));
    return widest + Theme::instance().scaled(12);
}

QRect TimelineView::plotArea() const
{
    const int ruler = QFontMetrics(Theme::instance().font(TextRole::numberCaption)).height() + rowGap;
    const int rows = static_cast<int>(inspect::stepParts.size());
    return {gutter(), ruler, std::max(1, width() - gutter() - 1), rows * (rowHeight() + rowGap)};
}

QRect TimelineView::memoryArea() const
{
    const QRect plot = plotArea();
    return {plot.left(), plot.bottom() + 1 + Theme::instance().scaled(8), plot.width(), Theme::instance().scaled(memoryHeight)};
}

double TimelineView::xOf(double seconds) const
{
    const QRect plot = plotArea();
    return plot.left() + plot.width() * (seconds - m_from) / (m_to - m_from);
}

double TimelineView::secondsAt(double x) const
{
    const QRect plot = plotArea();
    return m_from + (m_to - m_from) * (x - plot.left()) / plot.width();
}

QRectF TimelineView::rectangleOf(std::size_t kernel) const
{
    const ProfiledKernel& each = m_profile->kernels[kernel];
    const QRect plot = plotArea();
    const double left = xOf(each.start), right = xOf(each.start + each.shown);
    const QRectF whole(left, plot.top() + static_cast<int>(each.part) * (rowHeight() + rowGap), std::max(right - left, 1.0),
                       rowHeight());
    return whole & QRectF(plot);
}

std::optional<std::size_t> TimelineView::kernelAt(QPointF place) const
{
    if (!m_profile)
        return std::nullopt;
    if (QRectF(memoryArea()).contains(place)) { // whose memory it is
        const double seconds = secondsAt(place.x());
        for (std::size_t i = 0; i < m_profile->kernels.size(); ++i)
            if (const ProfiledKernel& each = m_profile->kernels[i];
                runs(each) && each.start <= seconds && seconds < each.start + each.shown)
                return i;
        return std::nullopt;
    }
    for (std::size_t i = 0; i < m_profile->kernels.size(); ++i)
        if (runs(m_profile->kernels[i]) && rectangleOf(i).contains(place))
            return i;
    return std::nullopt;
}

QString TimelineView::words() const
{
    const std::optional<std::size_t> at = described();
    if (!m_profile || !at)
        return {};
    const ProfiledKernel& kernel = m_profile->kernels[*at];
    QStringList layers;
    for (const std::string& layer : kernel.origin)
        layers << fromStd(layer);
    QStringList words{layers.isEmpty() ? fromStd(kernel.op)
                                       : tr("%1 of %2", "an operation of layers").arg(fromStd(kernel.op), layers.join(u" + "_s)),
                      fromStd(kernel.implementation), durationText(kernel.seconds)};
    if (const double sum = m_profile->sum(); sum > 0.0)
        words << tr("%1 of the step").arg(percentText(kernel.total() / sum));
    if (kernel.flops > 0.0 && kernel.seconds > 0.0)
        words << flopRateText(kernel.rate());
    if (m_live.at(*at) > 0)
        words << tr("%1 alive").arg(bytesText(m_live[*at]));
    return words.join(u" · "_s);
}

void TimelineView::setView(double from, double to)
{
    const double length = std::clamp(to - from, std::min(leastView, std::max(m_end, leastView)), std::max(m_end, leastView));
    m_from = std::clamp(from, 0.0, std::max(0.0, m_end - length));
    m_to = m_from + length;
    update();
}

void TimelineView::zoom(double factor, double around)
{
    setView(around - (around - m_from) / factor, around + (m_to - around) / factor);
}

void TimelineView::choose(std::optional<std::size_t> kernel)
{
    m_chosen = kernel;
    if (kernel) { // bring it into view
        const ProfiledKernel& each = m_profile->kernels[*kernel];
        const double length = m_to - m_from;
        if (each.start < m_from || each.start + each.shown > m_to)
            setView(each.start + each.shown / 2.0 - length / 2.0, each.start + each.shown / 2.0 + length / 2.0);
    }
    update();
    Q_EMIT pointed();
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        update();
    return QWidget::event(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (!m_profile || m_profile->kernels.empty())
        return QWidget::keyPressEvent(event);
    const auto step = [&](int direction) {
        const auto count = static_cast<std::ptrdiff_t>(m_profile->kernels.size());
        std::ptrdiff_t at = m_chosen ? static_cast<std::ptrdiff_t>(*m_chosen) : direction > 0 ? -1 : count;
        do
            at += direction;
        while (at >= 0 && at < count && !runs(m_profile->kernels[static_cast<std::size_t>(at)]));
        if (at >= 0 && at < count)
            choose(static_cast<std::size_t>(at));
    };
    const double middle = (m_from + m_to) / 2.0;
    switch (event->key()) {
    case Qt::Key_Left: return step(-1);
    case Qt::Key_Right: return step(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(zoomFactor, middle);
    case Qt::Key_Minus: return zoom(1.0 / zoomFactor, middle);
    case Qt::Key_0: return setView(0.0, m_end);
    default: QWidget::keyPressEvent(event);
    }
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    if (!m_profile || !(event->modifiers() & Qt::ControlModifier))
        return event->ignore(); // scrolls the page
    zoom(std::pow(zoomFactor, event->angleDelta().y() / 120.0), secondsAt(event->position().x()));
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    m_dragged = event->position();
    m_moved = false;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragged) {
        const double moved = secondsAt(m_dragged->x()) - secondsAt(event->position().x());
        m_moved = m_moved || std::abs(event->position().x() - m_dragged->x()) > 3.0;
        if (m_moved) {
            setView(m_from + moved, m_to + moved);
            m_dragged = event->position();
        }
        return;
    }
    if (const std::optional<std::size_t> kernel = kernelAt(event->position()); kernel != m_pointed) {
        m_pointed = kernel;
        update();
        Q_EMIT pointed();
    }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_dragged && !m_moved)
        choose(kernelAt(event->position()));
    m_dragged.reset();
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const std::optional<std::size_t> kernel = kernelAt(event->position())) {
        const ProfiledKernel& each = m_profile->kernels[*kernel];
        setView(each.start - each.shown / 2.0, each.start + 1.5 * each.shown);
    } else {
        setView(0.0, m_end);
    }
}

void TimelineView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    if (m_pointed) {
        m_pointed.reset();
        update();
        Q_EMIT pointed();
    }
}

void TimelineView::paintEvent(QPaintEvent*)
{
    if (!m_profile || !(m_end > 0.0))
        return;
    QPainter painter(this);
    const Theme& theme = Theme::instance();
    const QRect plot = plotArea();
    painter.setFont(theme.font(TextRole::caption));
    painter.setPen(theme.color(Token::textSecondary));
    for (const StepPart part : inspect::stepParts) {
        const QRect row(0, plot.top() + static_cast<int>(part) * (rowHeight() + rowGap), plot.left(), rowHeight());
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, messageText(titleOf(part)));
        painter.fillRect(QRect(plot.left(), row.top(), plot.width(), rowHeight()), theme.color(Token::control));
    }
    paintRuler(painter);
    paintKernels(painter);
    paintMemory(painter);
    if (hasFocus()) {
        painter.setPen(QPen(theme.color(Token::focusRing), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(plot.adjusted(0, 0, -1, -rowGap));
    }
}

void TimelineView::paintRuler(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    const QRect plot = plotArea();
    painter.setFont(theme.font(TextRole::numberCaption));
    const double step = niceStep((m_to - m_from) * theme.scaled(90) / plot.width());
    for (double tick = std::ceil(m_from / step) * step; tick <= m_to; tick += step) {
        const int x = static_cast<int>(std::lround(xOf(tick)));
        painter.setPen(theme.color(Token::line));
        painter.drawLine(x, plot.top(), x, memoryArea().bottom());
        painter.setPen(theme.color(Token::textMuted));
        const QString words = tick == 0.0 ? u"0"_s : durationText(tick);
        const int wide = painter.fontMetrics().horizontalAdvance(words);
        const int left = std::clamp(x - wide / 2, plot.left(), std::max(plot.left(), plot.right() - wide));
        painter.drawText(left, painter.fontMetrics().ascent(), words);
    }
}

void TimelineView::paintKernels(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(theme.font(TextRole::caption));
    const auto paint = [&](const QRectF& place, StepPart part, const QString& name, bool marked) {
        painter.fillRect(place, theme.color(tokenOf(part)));
        if (place.width() > 3.0) { // kernels that follow each other are told apart
            painter.fillRect(QRectF(place.right() - 1.0, place.top(), 1.0, place.height()), theme.color(Token::panel));
            const QRectF room = place.adjusted(4.0, 0.0, -4.0, 0.0);
            if (const QString fitting = painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(room.width()));
                fitting.size() > 2) {
                painter.setPen(theme.color(theme.isDark() ? Token::canvas : Token::text)); // the darker one
                painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, fitting);
            }
        }
        if (marked) {
            painter.setPen(QPen(theme.color(Token::text), 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    };
    if (m_profile->samplesAtOnce > 0) {
        const QRect plot = plotArea();
        const QRectF loading(xOf(0.0), plot.top(), xOf(m_profile->staging) - xOf(0.0), rowHeight());
        paint(loading & QRectF(plot), StepPart::data, tr("loading"), false);
    }
    for (std::size_t i = 0; i < m_profile->kernels.size(); ++i) {
        const ProfiledKernel& kernel = m_profile->kernels[i];
        if (const QRectF place = rectangleOf(i); runs(kernel) && !place.isEmpty())
            paint(place, kernel.part, fromStd(kernel.layer().empty() ? kernel.op : kernel.layer()), described() == i);
    }
}

void TimelineView::paintMemory(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    const QRect area = memoryArea();
    painter.setFont(theme.font(TextRole::caption));
    painter.setPen(theme.color(Token::textSecondary));
    painter.drawText(QRect(0, area.top(), area.left(), area.height()), Qt::AlignLeft | Qt::AlignVCenter, tr("Memory"));
    painter.fillRect(area, theme.color(Token::control));
    const std::int64_t most = m_live.empty() ? 0 : *std::ranges::max_element(m_live);
    if (most == 0)
        return;
    const QColor color = theme.color(Token::memoryActivations);
    const int line = painter.fontMetrics().height();
    const double high = area.height() - line - 2; // the largest is below its words
    std::optional<double> peak;
    for (std::size_t i = 0; i < m_live.size(); ++i) {
        const ProfiledKernel& kernel = m_profile->kernels[i];
        const QRectF place(xOf(kernel.start), 0.0, std::max(1.0, xOf(kernel.start + kernel.shown) - xOf(kernel.start)), 1.0);
        if (!runs(kernel) || place.right() < area.left() || place.left() > area.right())
            continue;
        const double size = high * static_cast<double>(m_live[i]) / static_cast<double>(most);
        const QRectF bar = QRectF(place.left(), area.bottom() + 1 - size, place.width(), size) & QRectF(area);
        painter.fillRect(bar, color);
        if (m_live[i] == most && !peak)
            peak = bar.center().x();
    }
    if (!peak)
        return;
    painter.setFont(theme.font(TextRole::numberCaption));
    painter.setPen(theme.color(Token::text));
    const QString words = bytesText(most);
    const int wide = painter.fontMetrics().horizontalAdvance(words);
    const double left = std::clamp(*peak - wide / 2.0, static_cast<double>(area.left()) + 2.0,
                                   std::max(area.left() + 2.0, static_cast<double>(area.right() - wide - 2)));
    painter.drawText(QPointF(left, area.top() + painter.fontMetrics().ascent()), words);
}

} // namespace netsmith::gui
