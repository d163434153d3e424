#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/layer_spec.h"

#include <QRectF>

#include <utility>
#include <vector>

class QPainter;

namespace netsmith::gui {

/// A network's silhouette: how large and how deep the data is behind each layer.
struct NetworkSketch {
    struct Block {
        Category category = Category::shape;
        double height = 0.5; ///< of the tallest
        double width = 1.0; ///< of a vector's
    };
    std::vector<Block> blocks; ///< in the order of computation
    std::vector<std::pair<std::size_t, std::size_t>> shortcuts; ///< wires that pass by other blocks
};

NetworkSketch sketchOf(const Graph& graph, const LayerRegistry& layers);

/// Paints it as large as fits: blocks in their categories' colours, pictures as high as they have rows and as wide as they have
/// channels, vectors narrow.
void paintNetwork(QPainter& painter, const QRectF& rectangle, const NetworkSketch& sketch);

} // namespace netsmith::gui
