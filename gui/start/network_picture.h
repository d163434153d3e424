#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/specs/layer_spec.h"

#include <QRectF>

#include <utility>
#include <vector>

class QPainter;

namespace netsmith::gui {

/// A network's silhouette: the height and depth of the data after each layer.
struct NetworkSketch {
    struct Block {
        Category category = Category::shape;
        double height = 0.5; ///< relative to the tallest
        double width = 1.0; ///< relative to a vector's
    };
    std::vector<Block> blocks; ///< in the order of computation
    std::vector<std::pair<std::size_t, std::size_t>> shortcuts; ///< wires that skip other blocks
};

NetworkSketch sketchOf(const Graph& graph, const LayerRegistry& layers);

/// Paints it as large as fits: blocks in their categories' colours, images as high as their rows and as wide as their channels,
/// vectors narrow.
void paintNetwork(QPainter& painter, const QRectF& rectangle, const NetworkSketch& sketch);

} // namespace netsmith::gui
