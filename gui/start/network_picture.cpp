#include "gui/start/network_picture.h"

#include "gui/document/auto_layout.h"
#include "gui/document/graph_edits.h"
#include "gui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

QRectF boundsOf(const Graph& graph)
{
    QRectF bounds;
    for (const Node& node : graph.nodes)
        bounds |= QRectF({node.x, node.y}, QSizeF(nodeSize.x(), nodeSize.y()));
    return bounds;
}

/// The network in as many columns as fill the rectangle best.
Graph arranged(Graph graph, double aspect)
{
    const double count = static_cast<double>(graph.nodes.size());
    const int columns = std::clamp(static_cast<int>(std::lround(std::sqrt(count * aspect * 0.8))), 3, 12);
    autoLayout(graph, LayoutDirection::leftToRight, columns);
    return graph;
}

} // namespace

void paintNetwork(QPainter& painter, const QRectF& rectangle, const Graph& graph, const LayerRegistry& layers)
{
    if (graph.nodes.empty())
        return;
    const Graph drawn = arranged(graph, rectangle.width() / rectangle.height());
    const QRectF bounds = boundsOf(drawn);
    const double scale = std::min({rectangle.width() / bounds.width(), rectangle.height() / bounds.height(), 0.32});
    const auto place = [&](QPointF point) { return rectangle.center() + (point - bounds.center()) * scale; };
    const Theme& theme = Theme::instance();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Token::wire), 1.0));
    painter.setBrush(Qt::NoBrush);
    for (const Edge& edge : drawn.edges) {
        const Node* from = drawn.find(edge.from.node);
        const Node* to = drawn.find(edge.to.node);
        if (!from || !to)
            continue;
        const QPointF start = place({from->x + nodeSize.x(), from->y + nodeSize.y() / 2});
        const QPointF end = place({to->x, to->y + nodeSize.y() / 2});
        QPainterPath path(start);
        if (end.x() >= start.x()) {
            const double middle = (start.x() + end.x()) / 2;
            path.cubicTo({middle, start.y()}, {middle, end.y()}, end);
        } else {
            const double between = (start.y() + end.y()) / 2;
            path.lineTo(start.x() + 4, start.y());
            path.lineTo(start.x() + 4, between);
            path.lineTo(end.x() - 4, between);
            path.lineTo(end.x() - 4, end.y());
            path.lineTo(end);
        }
        painter.drawPath(path);
    }
    painter.setPen(Qt::NoPen);
    for (const Node& node : drawn.nodes) {
        const LayerSpec* layer = layers.find(node.layer);
        painter.setBrush(theme.color(categoryToken(layer ? layer->category : Category::shape)));
        const QPointF corner = place({node.x, node.y});
        painter.drawRoundedRect(QRectF(corner, QSizeF(nodeSize.x(), nodeSize.y()) * scale), 2.0, 2.0);
    }
    painter.restore();
}

} // namespace netsmith::gui
