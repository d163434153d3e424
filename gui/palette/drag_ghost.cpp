#include "gui/palette/drag_ghost.h"

#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QPainter>

namespace netsmith::gui {

DragGhost::DragGhost(const LayerSpec& layer, QWidget* window)
    : QWidget(window)
    , m_title(layerName(layer))
    , m_icon(layerIcon(&layer))
    , m_token(layerToken(&layer))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    resize(static_cast<int>(nodeSize.x()), static_cast<int>(nodeSize.y()));
}

void DragGhost::follow(const QPoint& global)
{
    move(parentWidget()->mapFromGlobal(global) + QPoint(14, 10)); // clear of the mouse pointer
    show();
    raise();
}

void DragGhost::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(0.85);
    const QRectF body = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(QPen(theme.color(Token::accent), 1.5));
    painter.setBrush(theme.color(Token::node));
    painter.drawRoundedRect(body, 8, 8);
    const QColor color = theme.color(m_token);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(body.left() + 1, body.top() + 12, 3, body.height() - 24), 1.5, 1.5);
    paintIcon(painter, {12, (height() - 16) / 2.0, 16, 16}, m_icon, color);
    painter.setFont(theme.font(TextRole::bodyStrong));
    painter.setPen(theme.color(Token::text));
    const QRect place = rect().adjusted(36, 0, -10, 0);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_title, Qt::ElideRight, place.width()));
}

} // namespace netsmith::gui
