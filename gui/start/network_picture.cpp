#include "gui/start/network_picture.h"

#include "engine/graph/blocks/blocks.h"
#include "gui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <map>

namespace netsmith::gui {
namespace {

constexpr double unit = 9.0; ///< width of a vector's block
constexpr double gap = 7.0;
constexpr double largestScale = 1.6;
constexpr std::size_t mostBlocks = 24; ///< more would be too thin: secondary layers are left out then

/// Rows of an image, entries of a vector: on a log scale, so that 784 does not dwarf 10.
double heightOf(const Shape& shape, double largest)
{
    const auto rows = static_cast<double>(shape.rank() > 0 ? shape[0] : 1);
    return shape.rank() == 1 ? 0.16 + 0.07 * std::log2(std::max(rows, 1.0)) : 0.25 + 0.75 * std::sqrt(rows / largest);
}

bool isDress(Category category)
{
    return category == Category::normalisation || category == Category::activation || category == Category::regularisation
        || category == Category::merge;
}

double widthOf(const Shape& shape)
{
    if (shape.rank() < 2)
        return 1.0;
    return 1.0 + 0.35 * std::log2(static_cast<double>(std::max<std::int64_t>(shape[-1], 1)));
}

} // namespace

NetworkSketch sketchOf(const Graph& drawn, const LayerRegistry& layers)
{
    const Graph graph = hasBlocks(drawn) ? unfoldBlocks(drawn, layers).graph : drawn;
    const ShapeWalk walk = validate(graph, layers).shapes;
    const auto shapeBehind = [&](const Node& node) -> const Shape* {
        const LayerSpec* layer = layers.find(node.layer);
        return layer && !layer->outputs.empty() ? walk.at({node.id, layer->outputs.front().name}) : nullptr;
    };
    double largest = 1.0;
    for (const auto& [port, shape] : walk.outputs)
        if (shape.rank() > 1)
            largest = std::max(largest, static_cast<double>(shape[0]));

    NetworkSketch sketch;
    std::map<std::string, std::size_t> places;
    for (const std::string& id : walk.order) {
        const Node* node = graph.find(id);
        const LayerSpec* layer = node ? layers.find(node->layer) : nullptr;
        if (!layer)
            continue;
        if (graph.nodes.size() > mostBlocks && isDress(layer->category) && !sketch.blocks.empty()) {
            places[id] = sketch.blocks.size() - 1;
            continue;
        }
        places[id] = sketch.blocks.size();
        const Shape* shape = shapeBehind(*node);
        sketch.blocks.push_back(
            {layer->category, shape ? std::min(heightOf(*shape, largest), 1.0) : 0.5, shape ? widthOf(*shape) : 1.0});
    }
    for (const Edge& edge : graph.edges) {
        const auto from = places.find(edge.from.node);
        const auto to = places.find(edge.to.node);
        if (from != places.end() && to != places.end() && to->second > from->second + 1)
            sketch.shortcuts.emplace_back(from->second, to->second);
    }
    return sketch;
}

void paintNetwork(QPainter& painter, const QRectF& rectangle, const NetworkSketch& sketch)
{
    if (sketch.blocks.empty())
        return;
    double length = gap * static_cast<double>(sketch.blocks.size() - 1);
    for (const NetworkSketch::Block& block : sketch.blocks)
        length += unit * block.width;
    const double scale = std::min(rectangle.width() / length, largestScale);
    // Shortcuts are arcs above the blocks and reduce their height.
    const double arch = sketch.shortcuts.empty() ? 0.0 : rectangle.height() * 0.16;
    const double tallest = std::min(rectangle.height() - arch, length * scale * 0.6);
    const double middle = rectangle.center().y() + arch / 2;

    std::vector<QRectF> places;
    double x = rectangle.center().x() - length * scale / 2;
    for (const NetworkSketch::Block& block : sketch.blocks) {
        const double width = unit * block.width * scale;
        const double height = block.height * tallest;
        places.emplace_back(x, middle - height / 2, width, height);
        x += width + gap * scale;
    }

    const Theme& theme = Theme::instance();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Token::wire), 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawLine(QLineF(places.front().center().x(), middle, places.back().center().x(), middle));
    for (const auto& [from, to] : sketch.shortcuts) {
        double top = middle;
        for (std::size_t i = from; i <= to; ++i)
            top = std::min(top, places[i].top());
        const QPointF start(places[from].center().x(), places[from].top());
        const QPointF end(places[to].center().x(), places[to].top());
        QPainterPath path(start);
        path.cubicTo({start.x(), top - arch}, {end.x(), top - arch}, end);
        painter.drawPath(path);
    }
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < places.size(); ++i) {
        painter.setBrush(theme.color(categoryToken(sketch.blocks[i].category)));
        const double radius = std::min(3.0, places[i].width() / 4);
        painter.drawRoundedRect(places[i], radius, radius);
    }
    painter.restore();
}

} // namespace netsmith::gui
