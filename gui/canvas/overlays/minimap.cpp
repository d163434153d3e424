#include "gui/canvas/overlays/minimap.h"

#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/document/graph_edits.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int mostWidth = 176;
constexpr int mostHeight = 120;
constexpr double margin = 8.0;

} // namespace

Minimap::Minimap(Canvas& canvas)
    : QWidget(&canvas)
    , m_canvas(canvas)
{
    setObjectName(u"canvasMinimap"_s);
    setCursor(Qt::OpenHandCursor);
    setTexts();
    hide();
    for (QScrollBar* bar : {canvas.horizontalScrollBar(), canvas.verticalScrollBar()})
        connect(bar, &QScrollBar::valueChanged, this, &Minimap::follow);
    connect(&canvas, &Canvas::zoomChanged, this, &Minimap::follow);
    connect(&canvas.document(), &Document::changed, this, &Minimap::follow);
    connect(&Theme::instance(), &Theme::changed, this, &Minimap::follow);
}

QRectF Minimap::seen() const
{
    return m_canvas.mapToScene(m_canvas.viewport()->rect()).boundingRect();
}

void Minimap::follow()
{
    const QRectF network = m_canvas.network().networkRectangle();
    const bool needed = !network.isEmpty() && !seen().contains(network);
    if (needed && !m_drags) { // its scale is fixed while dragging
        const QRectF shown = network.adjusted(-nodeSize.x(), -nodeSize.y(), nodeSize.x(), nodeSize.y());
        const double most = Theme::instance().textPercent() / 100.0;
        const double scale =
            std::min((mostWidth * most - 2.0 * margin) / shown.width(), (mostHeight * most - 2.0 * margin) / shown.height());
        m_toHere = QTransform::fromTranslate(margin, margin).scale(scale, scale).translate(-shown.left(), -shown.top());
        const QSizeF size = shown.size() * scale + QSizeF(2.0 * margin, 2.0 * margin);
        resize(std::max(40, static_cast<int>(size.width())), std::max(24, static_cast<int>(size.height())));
    }
    if (needed != !isHidden() && !m_drags)
        setVisible(needed);
    if (needed)
        m_canvas.placeMinimap();
    update();
}

void Minimap::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::node));
    painter.setPen(theme.color(Token::line));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const AnnotationLayer& annotations = m_canvas.network().annotations();
    for (const auto& [id, frame] : annotations.frames()) {
        const QRectF place = m_toHere.mapRect(frame->rectangle());
        QColor color = theme.color(frame->face().token);
        painter.setPen(color);
        color.setAlphaF(0.15F);
        painter.setBrush(color);
        painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.setBrush(Qt::NoBrush);
    for (const auto& note : annotations.notes())
        painter.fillRect(m_toHere.mapRect(note->rectangle()), theme.color(Token::carefulGround));
    constexpr double least = 2.0; // the minimum size of a node
    for (const auto& [id, item] : m_canvas.network().nodes()) {
        QRectF place = m_toHere.mapRect(item->rectangle());
        place.setSize(place.size().expandedTo({least, least}));
        painter.fillRect(place, theme.color(item->problem() == Severity::error ? Token::bad : item->category()));
    }
    painter.setPen(theme.color(Token::accent));
    const QRectF frame = m_toHere.mapRect(seen()).intersected(QRectF(rect()).adjusted(1.0, 1.0, -2.0, -2.0));
    painter.drawRect(frame);
}

void Minimap::showAt(QPointF here)
{
    m_canvas.showPart(m_toHere.inverted().map(here) - m_grip);
}

void Minimap::mousePressEvent(QMouseEvent* event)
{
    event->accept();
    if (event->button() != Qt::LeftButton)
        return;
    const QPointF scene = m_toHere.inverted().map(event->position());
    m_grip = seen().contains(scene) ? scene - seen().center() : QPointF();
    m_drags = true;
    setCursor(Qt::ClosedHandCursor);
    showAt(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    event->accept();
    if (m_drags)
        showAt(event->position());
}

void Minimap::mouseReleaseEvent(QMouseEvent* event)
{
    event->accept();
    m_drags = false;
    setCursor(Qt::OpenHandCursor);
    follow();
}

void Minimap::wheelEvent(QWheelEvent* event)
{
    event->accept(); // no zooming here
}

void Minimap::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setTexts();
}

void Minimap::setTexts()
{
    setToolTip(tr("The whole network; drag the frame to see another part"));
    setAccessibleName(tr("Overview of the network"));
}

} // namespace netsmith::gui
