#pragma once

#include "engine/graph/layer_spec.h"
#include "engine/graph/project.h"
#include "engine/graph/validation.h"
#include "gui/document/layer_book.h"

#include <QPointF>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace netsmith::gui {

/// The edits of a graph as plain functions, for `Document::editGraph`: every view that can make one makes the same one.

/// The size of a node on the canvas and the grid it snaps to, in scene units.
inline constexpr QPointF nodeSize{128.0, 52.0};
inline constexpr double gridStep = 10.0;
QPointF snapped(QPointF position);

/// Adds a layer with its defaults, or a node that stands for a block, and gives its id.
std::string addNode(Graph& graph, const LayerSpec& layer, QPointF position);
/// Adds a layer behind `after` (its first free input wired to `after`'s first output), and if `after` led to one node, between the
/// two. Room is made to the right.
std::string addBehind(Graph& graph, const LayerBook& layers, const LayerSpec& layer, std::string after);
/// Puts a node that has no wires between the ends of a wire. One that leads to no node (a loss's) is no edge of the graph: the node
/// comes after its source.
void insertNodeOnEdge(Graph& graph, const LayerBook& layers, const std::string& node, const Edge& edge);

/// Why a wire can't be drawn, which no parameter can fix: direction, itself, a cycle, the same wire twice, an occupied port where
/// `replaceOccupied` is not set. Nothing where it can.
enum class WireObjection { sameNode, sameDirection, cycle, doubled, occupied };
std::optional<WireObjection> objectionTo(const Graph& graph, const LayerBook& layers, const PortRef& from, const PortRef& to,
                                         const Edge* replacing = nullptr);
void connect(Graph& graph, const PortRef& from, const PortRef& to);
void disconnect(Graph& graph, const Edge& edge);

/// Removes nodes and wires; where a removed node stood in a chain, its neighbours are joined.
void remove(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, const std::vector<Edge>& edges);

void move(Graph& graph, const std::set<std::string>& nodes, QPointF by);
void rename(Graph& graph, const std::string& node, const std::string& title);
/// Sets a parameter of every one of the nodes that has it; a value equal to the default is forgotten.
void setParameter(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, const std::string& parameter,
                  const ParameterValue& value);
void resetParameter(Graph& graph, const std::set<std::string>& nodes, const std::string& parameter);
/// Lets a node use another's weights; `lender` empty: its own.
void share(Graph& graph, const std::string& node, const std::string& lender);
/// The value a node has, or the default.
ParameterValue valueOf(const Node& node, const ParameterSpec& parameter);

/// What a problem's fix does.
void fix(Graph& graph, const LayerBook& layers, const Problem& problem);

/// What a layer with its defaults makes of a shape at each of its inputs; nothing where it does not accept it. Not for layers
/// without inputs.
std::optional<Shape> outputFor(const LayerSpec& layer, const Shape& input);

/// Layers that accept a shape: as they are, or behind a flatten; some both ways, and to another end.
struct FittingLayer {
    const LayerSpec* layer = nullptr;
    bool withAdapter = false; ///< fits behind a flatten
};
std::vector<FittingLayer> fittingLayers(const LayerBook& layers, const Shape& shape);

} // namespace netsmith::gui
