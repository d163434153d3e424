#pragma once

#include "engine/graph/project/project.h"
#include "engine/graph/specs/layer_spec.h"
#include "engine/graph/validation.h"
#include "gui/document/layer_book.h"

#include <QPointF>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace netsmith::gui {

/// The edits of a graph as plain functions for `Document::editGraph`, shared by all views.

/// The size of a node on the canvas and the grid it snaps to, in scene units.
inline constexpr QPointF nodeSize{128.0, 52.0};
inline constexpr double gridStep = 10.0;
QPointF snapped(QPointF position);

/// Adds a layer with default parameters, or a block node, and returns its id.
std::string addNode(Graph& graph, const LayerSpec& layer, QPointF position);
/// Adds a layer after `after`, its first free input connected to `after`'s first output; if `after` led to one node, the layer is
/// inserted between the two. Makes room to the right.
std::string addBehind(Graph& graph, const LayerBook& layers, const LayerSpec& layer, std::string after);
/// Inserts an unconnected node into a wire. A wire without a target node (a loss's) is not an edge of the graph: the node is
/// connected after its source.
void insertNodeOnEdge(Graph& graph, const LayerBook& layers, const std::string& node, const Edge& edge);

/// Why a wire can't be drawn, whatever the parameters: wrong direction, same node, a cycle, a duplicate, or an occupied port unless
/// `replacing` a wire. None if it can.
enum class WireObjection { sameNode, sameDirection, cycle, doubled, occupied };
std::optional<WireObjection> objectionTo(const Graph& graph, const LayerBook& layers, const PortRef& from, const PortRef& to,
                                         const Edge* replacing = nullptr);
void connect(Graph& graph, const PortRef& from, const PortRef& to);
void disconnect(Graph& graph, const Edge& edge);

/// Removes nodes and wires; the neighbours of a node removed from a chain are connected.
void remove(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, const std::vector<Edge>& edges);

void move(Graph& graph, const std::set<std::string>& nodes, QPointF by);
void rename(Graph& graph, const std::string& node, const std::string& title);
/// Sets a parameter of each of the nodes that has it; a value equal to the default is not stored.
void setParameter(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, const std::string& parameter,
                  const ParameterValue& value);
void resetParameter(Graph& graph, const std::set<std::string>& nodes, const std::string& parameter);
/// Makes a node use another node's weights; `lender` empty: its own.
void share(Graph& graph, const std::string& node, const std::string& lender);
/// The node's value, or the default.
ParameterValue valueOf(const Node& node, const ParameterSpec& parameter);

/// Applies a problem's fix.
void fix(Graph& graph, const LayerBook& layers, const Problem& problem);

/// The output shape of a layer with default parameters, with this shape at each of its inputs; none if it doesn't accept it. Not
/// for layers without inputs.
std::optional<Shape> outputFor(const LayerSpec& layer, const Shape& input);

/// Layers that accept a shape, directly or after a flatten; some do both, with different results.
struct FittingLayer {
    const LayerSpec* layer = nullptr;
    bool withAdapter = false; ///< after a flatten
};
std::vector<FittingLayer> fittingLayers(const LayerBook& layers, const Shape& shape);

} // namespace netsmith::gui
