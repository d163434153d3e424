#include "gui/data/sample_grid.h"

#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace netsmith::gui {
namespace {

constexpr int gap = 4;

/// Light with a dark outline, visible on any image.
void drawBoxes(QPainter& painter, const SampleContent& content, const QRect& place)
{
    const QImage& picture = content.picture;
    painter.save();
    painter.setClipRect(place);
    painter.setBrush(Qt::NoBrush);
    for (const QRectF& box : content.boxes) {
        const double across = place.width() / static_cast<double>(picture.width());
        const double down = place.height() / static_cast<double>(picture.height());
        const QRectF shown(place.left() + box.left() * across, place.top() + box.top() * down, box.width() * across,
                           box.height() * down);
        for (const auto& [colour, width] : {std::pair(QColor(Qt::black), 3.0), {Theme::instance().color(Token::careful), 1.0}}) {
            painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(shown);
        }
    }
    painter.restore();
}

} // namespace

SampleGrid::SampleGrid(const SampleViewSize& size, QWidget* parent)
    : QWidget(parent)
    , m_size(size)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void SampleGrid::show(std::vector<DataPreview::Sample> samples)
{
    m_samples = std::move(samples);
    m_current = -1;
    setVisible(!m_samples.empty());
    updateGeometry();
    update();
}

int SampleGrid::columns(int width) const
{
    return std::max(1, (width + gap) / (Theme::instance().scaled(m_size.side) + gap));
}

QSize SampleGrid::cell(int width) const
{
    const int count = columns(width);
    const int length = (width - gap * (count - 1)) / count;
    return {length, length + QFontMetrics(Theme::instance().font(TextRole::caption)).height() + 2};
}

int SampleGrid::heightForWidth(int width) const
{
    const int wanted = (static_cast<int>(m_samples.size()) + columns(width) - 1) / columns(width);
    return std::min(m_size.rows, wanted) * (cell(width).height() + gap);
}

QSize SampleGrid::sizeHint() const
{
    return {220, heightForWidth(220)};
}

void SampleGrid::setChoosable()
{
    m_choosable = true;
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
}

int SampleGrid::shown() const
{
    return std::min(static_cast<int>(m_samples.size()), columns(width()) * m_size.rows);
}

QRect SampleGrid::sampleRectangle(int index) const
{
    const QSize size = cell(width());
    const int count = columns(width());
    return {QPoint(index % count * (size.width() + gap), index / count * (size.height() + gap)), size};
}

int SampleGrid::indexAt(QPoint at) const
{
    const QSize size = cell(width());
    const int column = at.x() / (size.width() + gap), index = at.y() / (size.height() + gap) * columns(width()) + column;
    return at.x() >= 0 && at.y() >= 0 && column < columns(width()) && index < shown() ? index : -1;
}

void SampleGrid::moveTo(int index)
{
    m_current = index;
    const DataPreview::Sample& sample = m_samples[static_cast<std::size_t>(index)];
    setAccessibleDescription(sample.tip.isEmpty() ? sample.label : sample.tip);
    update();
}

void SampleGrid::mousePressEvent(QMouseEvent* event)
{
    const int index = indexAt(event->position().toPoint());
    if (!m_choosable || event->button() != Qt::LeftButton || index < 0)
        return QWidget::mousePressEvent(event);
    moveTo(index);
    Q_EMIT chosen(index);
}

void SampleGrid::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key(), down = columns(width());
    const int by = key == Qt::Key_Left ? -1 : key == Qt::Key_Right ? 1 : key == Qt::Key_Up ? -down : key == Qt::Key_Down ? down : 0;
    if (!m_choosable || m_samples.empty())
        return QWidget::keyPressEvent(event);
    if (by != 0)
        return moveTo(m_current < 0 ? 0 : std::clamp(m_current + by, 0, shown() - 1));
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
    if (!isEnter || m_current < 0)
        return QWidget::keyPressEvent(event);
    Q_EMIT chosen(m_current);
}

void SampleGrid::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    if (m_current < 0 && !m_samples.empty() && event->reason() != Qt::MouseFocusReason)
        moveTo(0);
    update();
}

void SampleGrid::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

bool SampleGrid::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const int index = indexAt(help->pos()); index >= 0) {
            const DataPreview::Sample& sample = m_samples[static_cast<std::size_t>(index)];
            showPlainTip(help->globalPos(), sample.tip.isEmpty() ? sample.label : sample.tip, this);
        }
        return true;
    }
    return QWidget::event(event);
}

void SampleGrid::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font(TextRole::caption));
    const QFontMetrics metrics(painter.font());
    const QSize size = cell(width());
    for (int i = 0; i < shown(); ++i) {
        const DataPreview::Sample& sample = m_samples[static_cast<std::size_t>(i)];
        const QPoint corner = sampleRectangle(i).topLeft();
        const QRect picture(corner, QSize(size.width(), size.width()));
        painter.setRenderHint(QPainter::SmoothPixmapTransform, sample.content.picture.width() * 3 > picture.width());
        painter.fillRect(picture, theme.color(Token::track));
        if (!sample.content.picture.isNull())
            painter.drawImage(picture, sample.content.picture);
        drawBoxes(painter, sample.content, picture);
        painter.setPen(theme.color(Token::textSecondary));
        painter.drawText(QRect(picture.left(), picture.bottom() + 1, size.width(), size.height() - size.width()), Qt::AlignCenter,
                         metrics.elidedText(sample.label, Qt::ElideRight, size.width()));
        if (i == m_current) {
            painter.setPen(QPen(theme.color(hasFocus() ? Token::focusRing : Token::accent), 2.0));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(picture.adjusted(1, 1, -1, -1));
        }
    }
}

} // namespace netsmith::gui
