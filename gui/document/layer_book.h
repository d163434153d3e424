#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/layer_spec.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::gui {

/// The layers that may stand in a project's graph: those of the engine, and each of the project's blocks as if it were one, with
/// the block's ends for ports and what can be set of the layers in it for parameters ("conv2d_1.filters"). Who asks here needs to
/// know nothing of blocks.
class LayerBook {
public:
    /// Every function that asks for a book takes the engine's registry too.
    LayerBook(const LayerRegistry& layers, const std::vector<Block>& blocks = {});

    /// By a layer's id, "conv2d", or a block's, "block:residual"; null where there is none.
    const LayerSpec* find(std::string_view id) const;
    /// What a node is.
    const LayerSpec* of(const Node& node) const;
    /// The engine's, those without blocks.
    const LayerRegistry& engine() const { return *m_layers; }
    /// One for each block, in the project's order.
    const std::vector<LayerSpec>& blocks() const { return m_blocks; }
    /// The ends of the block that is open: what comes in, and what goes out.
    static const LayerSpec& end(bool input);

private:
    const LayerRegistry* m_layers;
    std::vector<LayerSpec> m_blocks;
};

/// "block:residual": how lists of layers name a block.
std::string blockSpecId(std::string_view block);
/// The block of such an id; empty for that of a layer.
std::string blockOfSpec(std::string_view id);
inline bool isBlock(const LayerSpec& layer)
{
    return !blockOfSpec(layer.id).empty();
}

} // namespace netsmith::gui
