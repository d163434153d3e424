#include "gui/data/sample_list.h"

#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int textInset = 6;
constexpr double widestLabel = 0.35; // of the width

/// Fills `box`, from the smallest to the largest value.
QPolygonF lineThrough(const std::vector<double>& curve, const QRectF& box)
{
    double least = INFINITY, most = -INFINITY;
    for (const double value : curve)
        if (std::isfinite(value)) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
    const double range = most > least ? most - least : 1.0;
    QPolygonF line;
    for (std::size_t i = 0; i < curve.size(); ++i)
        if (std::isfinite(curve[i]))
            line << QPointF(box.left() + box.width() * static_cast<double>(i) / static_cast<double>(curve.size() - 1),
                            box.bottom() - box.height() * (curve[i] - least) / range);
    return line;
}

} // namespace

SampleList::SampleList(int listed, QWidget* parent)
    : QWidget(parent)
    , m_listed(static_cast<std::size_t>(listed))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void SampleList::show(const std::vector<DataPreview::Sample>& samples)
{
    m_samples.assign(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(std::min(samples.size(), m_listed)));
    m_current = -1;
    QStringList words;
    for (const DataPreview::Sample& sample : m_samples)
        if (!sample.content.text.isEmpty())
            words << sample.label + u": "_s + sample.content.text;
    setAccessibleDescription(words.join(u'\n'));
    setVisible(!m_samples.empty());
    updateGeometry();
    update();
}

void SampleList::setChoosable()
{
    m_choosable = true;
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
}

void SampleList::mousePressEvent(QMouseEvent* event)
{
    const int row = event->position().toPoint().y() / rowHeight();
    if (!m_choosable || event->button() != Qt::LeftButton || row < 0 || row >= static_cast<int>(m_samples.size()))
        return QWidget::mousePressEvent(event);
    m_current = row;
    update();
    Q_EMIT chosen(row);
}

void SampleList::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key(), by = key == Qt::Key_Up ? -1 : key == Qt::Key_Down ? 1 : 0;
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
    if (!m_choosable || m_samples.empty() || (by == 0 && !isEnter))
        return QWidget::keyPressEvent(event);
    if (by != 0) {
        m_current = m_current < 0 ? 0 : std::clamp(m_current + by, 0, static_cast<int>(m_samples.size()) - 1);
        update();
    } else if (m_current >= 0) {
        Q_EMIT chosen(m_current);
    }
}

int SampleList::rowHeight() const
{
    return QFontMetrics(Theme::instance().font(TextRole::caption)).height() + 8;
}

QSize SampleList::sizeHint() const
{
    return {220, rowHeight() * static_cast<int>(m_samples.size())};
}

bool SampleList::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto row = static_cast<std::size_t>(std::max(0, help->y() / rowHeight()));
        if (row < m_samples.size())
            showPlainTip(help->globalPos(), m_samples[row].tip.isEmpty() ? m_samples[row].content.text : m_samples[row].tip, this);
        return true;
    }
    return QWidget::event(event);
}

void SampleList::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.font(TextRole::caption));
    const QFontMetrics metrics(painter.font());
    int labels = 0;
    for (const DataPreview::Sample& sample : m_samples)
        labels = std::max(labels, metrics.horizontalAdvance(sample.label));
    labels = std::min(labels, static_cast<int>(width() * widestLabel));
    const int height = rowHeight();
    for (std::size_t i = 0; i < m_samples.size(); ++i) {
        const DataPreview::Sample& sample = m_samples[i];
        const int top = static_cast<int>(i) * height;
        painter.setPen(theme.color(Token::textSecondary));
        painter.drawText(QRect(0, top, labels, height), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(sample.label, Qt::ElideRight, labels));
        const QRect box(labels + textInset, top + 1, width() - labels - textInset, height - 2);
        painter.setPen(static_cast<int>(i) == m_current ? QPen(theme.color(hasFocus() ? Token::focusRing : Token::accent), 1.5)
                                                        : QPen(Qt::NoPen));
        painter.setBrush(theme.color(Token::track));
        painter.drawRoundedRect(box, 3.0, 3.0);
        const QRect inner = box.adjusted(textInset, 0, -textInset, 0);
        painter.setPen(theme.color(Token::text));
        painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(sample.content.text, Qt::ElideRight, inner.width()));
        if (sample.content.curve.size() < 2)
            continue;
        painter.setPen(QPen(theme.color(Token::accent), 1.5));
        painter.drawPolyline(lineThrough(sample.content.curve, QRectF(inner).adjusted(0, 4, 0, -4)));
    }
}

} // namespace netsmith::gui
