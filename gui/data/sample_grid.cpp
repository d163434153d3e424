#include "gui/data/sample_grid.h"

#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"

#include <QHelpEvent>
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

bool SampleGrid::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QSize size = cell(width());
        const auto index =
            static_cast<std::size_t>(help->y() / (size.height() + gap) * columns(width()) + help->x() / (size.width() + gap));
        if (index < m_samples.size())
            showPlainTip(help->globalPos(), m_samples[index].tip.isEmpty() ? m_samples[index].label : m_samples[index].tip, this);
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
    const int count = columns(width());
    for (int i = 0; i < std::min(static_cast<int>(m_samples.size()), count * m_size.rows); ++i) {
        const DataPreview::Sample& sample = m_samples[static_cast<std::size_t>(i)];
        const QPoint corner(i % count * (size.width() + gap), i / count * (size.height() + gap));
        const QRect picture(corner, QSize(size.width(), size.width()));
        painter.setRenderHint(QPainter::SmoothPixmapTransform, sample.content.picture.width() * 3 > picture.width());
        painter.fillRect(picture, theme.color(Token::track));
        if (!sample.content.picture.isNull())
            painter.drawImage(picture, sample.content.picture);
        drawBoxes(painter, sample.content, picture);
        painter.setPen(theme.color(Token::textSecondary));
        painter.drawText(QRect(picture.left(), picture.bottom() + 1, size.width(), size.height() - size.width()), Qt::AlignCenter,
                         metrics.elidedText(sample.label, Qt::ElideRight, size.width()));
    }
}

} // namespace netsmith::gui
