#pragma once

#include "engine/graph/blocks/blocks.h"

namespace netsmith {

/// Sets a layer's parameter; of one in a block at the node that stands for the block.
inline void setLayerParameter(Graph& graph, const std::string& node, const std::string& parameter, ParameterValue value)
{
    const std::string drawn = drawnNode(node);
    const std::string inner = node.size() > drawn.size() ? node.substr(drawn.size() + 1) + "." : std::string();
    graph.find(drawn)->parameters[inner + parameter] = std::move(value);
}

} // namespace netsmith
