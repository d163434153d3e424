#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/specs/layer_spec.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::gui {

/// The layers that can be used in a project's graph: the engine's, and each of the project's blocks as a layer, whose ports are the
/// block's inputs and outputs, and whose parameters are those of its layers ("conv2d_1.filters"). Code that uses it needs no
/// special cases for blocks.
class LayerBook {
public:
    /// Implicit: functions that take a book also accept the engine's registry.
    LayerBook(const LayerRegistry& layers, const std::vector<Block>& blocks = {});

    /// By a layer's id, "conv2d", or a block's, "block:residual"; null if there is none.
    const LayerSpec* find(std::string_view id) const;
    /// The layer of a node.
    const LayerSpec* of(const Node& node) const;
    /// The engine's layers, without blocks.
    const LayerRegistry& engine() const { return *m_layers; }
    /// One per block, in the project's order.
    const std::vector<LayerSpec>& blocks() const { return m_blocks; }
    /// The nodes for an open block's inputs and outputs.
    static const LayerSpec& end(bool input);

private:
    const LayerRegistry* m_layers;
    std::vector<LayerSpec> m_blocks;
};

/// The id of a block in lists of layers: "block:residual".
std::string blockSpecId(std::string_view block);
/// The block of such an id; empty for a layer's.
std::string blockOfSpec(std::string_view id);
inline bool isBlock(const LayerSpec& layer)
{
    return !blockOfSpec(layer.id).empty();
}

} // namespace netsmith::gui
