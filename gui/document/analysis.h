#pragma once

#include "engine/inspect/figures.h"
#include "engine/train/project_checks.h"
#include "gui/document/data_look.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

using inspect::NodeFigures;

/// A problem as listed in the window: a problem inside a block occurs at every place that uses the block, and is listed once.
struct ListedProblem {
    std::vector<Problem> at; ///< one per place, at least one
    const Problem& first() const { return at.front(); }
};

/// What is known about a project without training it, updated after every edit: problems, shapes, parameters, FLOPs. For the open
/// graph, the values are those of the place at which it was opened: a block has different shapes at different places.
class Analysis {
public:
    void update(const Project& project, const DataFacts& data, const data::DataPaths& paths);
    /// Sets the open graph and the path of nodes through which it was opened, as in `Document::place`.
    void open(const Graph& graph, const std::string& place);

    /// All problems of the project, each with the full path to its node: "res_1/conv2d_1".
    const std::vector<Problem>& problems() const { return m_project->problems(); }
    /// The project that was analysed, for further computation.
    std::shared_ptr<const CheckedProject> project() const { return m_project; }
    /// Each problem once.
    const std::vector<ListedProblem>& listed() const { return m_listed; }
    int errorCount() const; ///< of the listed problems, as is the next
    int warningCount() const;
    /// Problems of the open graph, by its nodes; a problem inside a block is attributed to the block's node.
    const std::vector<Problem>& problemsHere() const { return m_allHere ? problems() : m_problemsHere; }
    /// The open graph's nodes in topological order; those on cycles are left out.
    const std::vector<std::string>& order() const { return m_order; }
    /// The shape of one sample at an output port; null if unknown.
    const Shape* shapeAt(const PortRef& port) const { return m_project->shapes().at({m_prefix + port.node, port.port}); }
    /// None if the node's input shapes are unknown.
    std::optional<NodeFigures> figuresOf(const std::string& node) const;
    const NodeFigures& total() const { return m_figures.total; }
    /// Of the open graph: the network, or the block at its place; none if no shape in it is known.
    std::optional<NodeFigures> totalHere() const;
    std::int64_t parameters() const { return m_figures.total.parameters; }
    double flops() const { return m_figures.total.flops; }
    /// The most severe problem of a node; null if there is none.
    const Problem* problemOf(const std::string& node) const;
    const Problem* problemAt(const std::string& node, const std::string& port) const;

private:
    void list(const Graph& graph);

    std::shared_ptr<const CheckedProject> m_project = std::make_shared<const CheckedProject>();
    std::vector<ListedProblem> m_listed;
    std::string m_prefix; ///< the path of the open graph, "res_1/"
    bool m_allHere = true; ///< the problems here are all problems of the network, unchanged
    std::vector<Problem> m_problemsHere; ///< otherwise
    std::vector<std::string> m_order;
    inspect::FiguresCache m_cache;
    inspect::NetworkFigures m_figures;
};

/// A problem as seen at a place: its node by its name there, the block's node if it is inside a block. None if it is elsewhere.
/// Keeps its fix only if the fix applies to this graph.
std::optional<Problem> seenAt(const std::string& place, const Problem& problem);
/// The place of a problem: "res_1" for the node "res_1/conv2d_1".
std::string placeOf(const Problem& problem);

} // namespace netsmith::gui
