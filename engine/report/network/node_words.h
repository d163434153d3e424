#pragma once

#include "engine/graph/project/project.h"
#include "engine/inspect/figures.h"
#include "engine/report/ink.h"

#include <optional>
#include <vector>

namespace netsmith::report {

/// What a drawing shows of a layer, a block or a loss: the same as the studio's canvas.
struct NodeWords {
    std::string title;
    std::string details; ///< "32 · 3×3 · relu"
    std::string count; ///< of its parameters: "18.5k"; or whose it uses: "= conv2d_1"; empty if it has none
    Ink ink = Ink::input;
    std::string icon; ///< the name of one of `nodeIcons`
    std::vector<std::string> inputs; ///< its ports
    std::vector<std::string> outputs;
    bool lastInputIsOptional = false;
};

/// What is known about a node beside the graph.
struct NodeFindings {
    std::optional<Shape> in; ///< of its first input
    std::optional<Shape> out; ///< of its first output
    std::int64_t parameters = 0;
};

NodeWords wordsOf(const Graph& graph, const Node& node, const NodeFindings& findings);
NodeWords wordsOf(const Objective& objective);

/// The node that a loss applies to; null if there is none, or several.
const Node* judgedNode(const Objective& objective, const Graph& graph);

} // namespace netsmith::report
