#include "gui/predictions/confusion_view.h"

#include "gui/data/sample_content.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/value_ramp.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double widestNames = 0.25; ///< of the width
constexpr double leastSide = 2.0; ///< pixels of a cell that is drawn by itself
constexpr double widestCell = 2.0; ///< of its other side
constexpr double fullHue = 0.6; ///< of the ramp, for a share of 1

/// On the ramp: mistakes are few, so their cube root is shown.
double shadeOf(double share, bool isRight)
{
    return isRight ? fullHue * share : -std::cbrt(share);
}

} // namespace

ConfusionView::ConfusionView(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"confusionView"_s);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize ConfusionView::sizeHint() const
{
    return minimumSizeHint(); // and as large as there is room
}

QSize ConfusionView::minimumSizeHint() const
{
    return {Theme::instance().scaled(220), Theme::instance().scaled(200)};
}

void ConfusionView::show(std::shared_ptr<const inspect::OutputPredictions> predictions)
{
    m_predictions = std::move(predictions);
    if (m_chosen && (!m_predictions || std::max(m_chosen->truth, m_chosen->predicted) >= outcomes().classes()))
        m_chosen.reset();
    update();
}

void ConfusionView::choose(std::optional<ConfusionPlace> place)
{
    m_chosen = place;
    setAccessibleDescription(place ? wordsOf(*place) : QString());
    update();
}

QString ConfusionView::nameOf(std::int64_t classNumber) const
{
    return classTitle(outcomes().output().target, classNumber);
}

/// "right: 4, predicted: 9 – 12 samples, 1.2 % of this class"
QString ConfusionView::wordsOf(const ConfusionPlace& cell) const
{
    const std::int64_t count = outcomes().cell(cell.truth, cell.predicted), all = outcomes().truths(cell.truth);
    const QString names = tr("True class: %1, predicted: %2").arg(nameOf(cell.truth), nameOf(cell.predicted));
    const QString counts = all > 0
        ? tr("%1 of %2 samples of this class (%3)")
              .arg(countText(count), countText(all), percentText(static_cast<double>(count) / static_cast<double>(all)))
        : tr("no sample has this class");
    return names + u'\n' + counts;
}

ConfusionView::Arrangement ConfusionView::arrangement() const
{
    const QFontMetrics metrics(Theme::instance().font(TextRole::caption));
    const auto classes = static_cast<double>(outcomes().classes());
    const int line = metrics.height() + 4;
    Arrangement at;
    for (std::int64_t c = 0; c < std::min<std::int64_t>(outcomes().classes(), 200); ++c)
        at.names = std::max(at.names, metrics.horizontalAdvance(nameOf(c)) + 8);
    at.names = std::min(at.names, static_cast<int>(width() * widestNames));
    const auto cellFor = [&](int left, int top) {
        const double height = std::max(0.0, (this->height() - top - 2) / classes);
        const double width = std::clamp((this->width() - left - 2) / classes, 0.0, widestCell * height);
        return QSizeF(width, std::min(height, widestCell * width));
    };
    at.cell = cellFor(at.names + line, 2 * line);
    if (at.cell.height() < line) { // names don't fit
        at.names = 0;
        at.cell = cellFor(line, line);
    }
    if (std::min(at.cell.width(), at.cell.height()) >= 4.0)
        at.cell = {std::floor(at.cell.width()), std::floor(at.cell.height())};
    const QPointF corner(line + at.names, at.names > 0 ? 2 * line : line);
    at.cells = QRectF(corner, at.cell * classes);
    return at;
}

QPointF ConfusionView::placeOf(const ConfusionPlace& cell) const
{
    const Arrangement at = arrangement();
    return at.cells.topLeft()
        + QPointF((static_cast<double>(cell.predicted) + 0.5) * at.cell.width(),
                  (static_cast<double>(cell.truth) + 0.5) * at.cell.height());
}

std::optional<ConfusionPlace> ConfusionView::cellAt(const QPointF& point) const
{
    if (!m_predictions)
        return std::nullopt;
    const Arrangement at = arrangement();
    if (!at.cells.contains(point) || at.cell.isEmpty())
        return std::nullopt;
    const QPointF in((point.x() - at.cells.left()) / at.cell.width(), (point.y() - at.cells.top()) / at.cell.height());
    const std::int64_t last = outcomes().classes() - 1;
    const ConfusionPlace exact{std::min(static_cast<std::int64_t>(in.y()), last),
                               std::min(static_cast<std::int64_t>(in.x()), last)};
    if (at.leastSide() >= leastSide)
        return exact;
    // Several cells share a pixel: the largest near it.
    const double reach = 2.0 / at.leastSide();
    for (const inspect::ConfusionCell& cell : m_predictions->cells)
        if (std::abs(cell.truth + 0.5 - in.y()) <= reach && std::abs(cell.predicted + 0.5 - in.x()) <= reach)
            return ConfusionPlace{cell.truth, cell.predicted};
    return exact;
}

void ConfusionView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::instance();
    painter.fillRect(rect(), theme.color(Token::panel));
    if (!m_predictions)
        return;
    const Arrangement at = arrangement();
    painter.fillRect(at.cells, theme.color(Token::canvas));
    at.leastSide() >= leastSide ? drawCells(painter, at) : drawDots(painter, at);
    painter.setPen(QPen(theme.color(Token::line), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(at.cells);
    drawNames(painter, at);
    if (m_chosen) {
        const QPointF corner = placeOf(*m_chosen) - QPointF(at.cell.width(), at.cell.height()) / 2.0;
        painter.setPen(QPen(theme.color(Token::focusRing), 2));
        painter.drawRect(QRectF(corner, at.cell));
    }
}

void ConfusionView::drawCells(QPainter& painter, const Arrangement& at) const
{
    const Theme& theme = Theme::instance();
    const ValueRamp ramp;
    painter.setFont(theme.font(TextRole::numberCaption));
    const QFontMetrics metrics(painter.font());
    const double gap = at.leastSide() >= 12.0 ? 1.0 : 0.0;
    for (const inspect::ConfusionCell& cell : m_predictions->cells) {
        const double share = static_cast<double>(cell.count) / static_cast<double>(outcomes().truths(cell.truth));
        const QColor ground = QColor::fromRgb(ramp.color(shadeOf(share, cell.truth == cell.predicted)));
        const QRectF place(at.cells.topLeft() + QPointF(cell.predicted * at.cell.width(), cell.truth * at.cell.height()),
                           at.cell - QSizeF(gap, gap));
        painter.fillRect(place, ground);
        const QString count = countText(cell.count);
        if (metrics.horizontalAdvance(count) + 2 > place.width() || metrics.height() > place.height())
            continue;
        // Black or white, whichever stands out.
        painter.setPen(ground.lightnessF() > 0.5 ? Qt::black : Qt::white);
        painter.drawText(place, Qt::AlignCenter, count);
    }
}

/// Of the cells that share a pixel the most striking is shown.
void ConfusionView::drawDots(QPainter& painter, const Arrangement& at) const
{
    const QSize size = (at.cells.size() * devicePixelRatio()).toSize().expandedTo({1, 1});
    QImage image(size, QImage::Format_RGB32);
    image.fill(Theme::instance().color(Token::canvas));
    const ValueRamp ramp;
    std::vector<float> strongest(static_cast<std::size_t>(size.width() * size.height()), 0.0F);
    const auto classes = static_cast<double>(outcomes().classes());
    for (const inspect::ConfusionCell& cell : m_predictions->cells) {
        const double shade = shadeOf(static_cast<double>(cell.count) / static_cast<double>(outcomes().truths(cell.truth)),
                                     cell.truth == cell.predicted);
        const int x = std::min(static_cast<int>((cell.predicted + 0.5) / classes * size.width()), size.width() - 1);
        const int y = std::min(static_cast<int>((cell.truth + 0.5) / classes * size.height()), size.height() - 1);
        float& most = strongest[static_cast<std::size_t>(y * size.width() + x)];
        if (std::abs(shade) < most)
            continue;
        most = static_cast<float>(std::abs(shade));
        image.setPixel(x, y, ramp.color(shade));
    }
    painter.drawImage(at.cells, image);
}

void ConfusionView::drawNames(QPainter& painter, const Arrangement& at) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(theme.font(TextRole::caption));
    const QFontMetrics metrics(painter.font());
    const int line = metrics.height() + 4;
    painter.setPen(theme.color(Token::textMuted));
    painter.drawText(QRectF(at.cells.left(), 0, at.cells.width(), line), Qt::AlignCenter,
                     metrics.elidedText(tr("Predicted class"), Qt::ElideRight, static_cast<int>(at.cells.width())));
    painter.save();
    painter.rotate(-90);
    painter.drawText(QRectF(-at.cells.bottom(), 0, at.cells.height(), line), Qt::AlignCenter,
                     metrics.elidedText(tr("True class"), Qt::ElideRight, static_cast<int>(at.cells.height())));
    painter.restore();
    if (at.names == 0)
        return;
    painter.setPen(theme.color(Token::textSecondary));
    for (std::int64_t c = 0; c < outcomes().classes(); ++c) {
        const double down = static_cast<double>(c) * at.cell.height(), across = static_cast<double>(c) * at.cell.width();
        painter.drawText(QRectF(line, at.cells.top() + down, at.names - 4, at.cell.height()), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(nameOf(c), Qt::ElideRight, at.names - 4));
        painter.drawText(QRectF(at.cells.left() + across, line, at.cell.width(), line), Qt::AlignCenter,
                         metrics.elidedText(nameOf(c), Qt::ElideRight, static_cast<int>(at.cell.width()) - 2));
    }
}

bool ConfusionView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto cell = cellAt(help->pos());
        showPlainTip(help->globalPos(), cell ? wordsOf(*cell) : QString(), this);
        return true;
    }
    if (event->type() == QEvent::LanguageChange)
        update();
    return QWidget::event(event);
}

void ConfusionView::mousePressEvent(QMouseEvent* event)
{
    const auto cell = cellAt(event->position());
    if (event->button() != Qt::LeftButton || !cell)
        return;
    choose(cell);
    Q_EMIT cellChosen(*cell);
}

void ConfusionView::keyPressEvent(QKeyEvent* event)
{
    ConfusionPlace cell = m_chosen.value_or(ConfusionPlace());
    switch (event->key()) {
    case Qt::Key_Up: --cell.truth; break;
    case Qt::Key_Down: ++cell.truth; break;
    case Qt::Key_Left: --cell.predicted; break;
    case Qt::Key_Right: ++cell.predicted; break;
    default: QWidget::keyPressEvent(event); return;
    }
    if (!m_predictions)
        return;
    if (!m_chosen)
        cell = {};
    const std::int64_t last = outcomes().classes() - 1;
    cell = {std::clamp<std::int64_t>(cell.truth, 0, last), std::clamp<std::int64_t>(cell.predicted, 0, last)};
    choose(cell);
    Q_EMIT cellChosen(cell);
}

} // namespace netsmith::gui
