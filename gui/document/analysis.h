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

/// A problem as lists show it: what is wrong in a block is wrong in each place where the block stands, and is one problem.
struct ListedProblem {
    std::vector<Problem> at; ///< one for each of the places, and at least one
    const Problem& first() const { return at.front(); }
};

/// What can be said of a project without training it, at once after every edit: problems, shapes, parameters, FLOPs. Of the graph
/// that is open it tells those that hold where it was opened: a block has other shapes in another place.
class Analysis {
public:
    void update(const Project& project, const DataFacts& data, const data::DataPaths& paths);
    /// Which graph is open, and the nodes that it was opened through, as in `Document::place`.
    void open(const Graph& graph, const std::string& place);

    /// All of the project's, each with the whole way to its node: "res_1/conv2d_1".
    const std::vector<Problem>& problems() const { return m_project->problems(); }
    /// What was looked at, for whoever goes on from there.
    std::shared_ptr<const CheckedProject> project() const { return m_project; }
    /// Each of them once.
    const std::vector<ListedProblem>& listed() const { return m_listed; }
    int errorCount() const; ///< of those that are listed; so is the next
    int warningCount() const;
    /// Those of the graph that is open, by its nodes; what is wrong in a block is a problem of the node that stands for it.
    const std::vector<Problem>& problemsHere() const { return m_allHere ? problems() : m_problemsHere; }
    /// Its nodes in an order in which every wire goes forward; those on circles are absent.
    const std::vector<std::string>& order() const { return m_order; }
    /// The shape of one sample that leaves a port; null where it is not known.
    const Shape* shapeAt(const PortRef& port) const { return m_project->shapes().at({m_prefix + port.node, port.port}); }
    /// Nothing where the node's input shapes are not known.
    std::optional<NodeFigures> figuresOf(const std::string& node) const;
    const NodeFigures& total() const { return m_figures.total; }
    /// Of what is open: the network, or the block at its place; nothing where no shape in it is known.
    std::optional<NodeFigures> totalHere() const;
    std::int64_t parameters() const { return m_figures.total.parameters; }
    double flops() const { return m_figures.total.flops; }
    /// The worst of a node's problems; null where it has none.
    const Problem* problemOf(const std::string& node) const;
    const Problem* problemAt(const std::string& node, const std::string& port) const;

private:
    void list(const Graph& graph);

    std::shared_ptr<const CheckedProject> m_project = std::make_shared<const CheckedProject>();
    std::vector<ListedProblem> m_listed;
    std::string m_prefix; ///< "res_1/" where that is open
    bool m_allHere = true; ///< they are those of the network, as they are
    std::vector<Problem> m_problemsHere; ///< else
    std::vector<std::string> m_order;
    inspect::FiguresCache m_cache;
    inspect::NetworkFigures m_figures;
};

/// A problem as it is seen at a place: its node by the name it has there. Nothing where it lies elsewhere. A fix goes with it only
/// where it would be made.
std::optional<Problem> seenAt(const std::string& place, const Problem& problem);
/// Where a problem lies: the place "res_1" of the node "res_1/conv2d_1".
std::string placeOf(const Problem& problem);

} // namespace netsmith::gui
