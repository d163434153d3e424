#pragma once

#include "engine/graph/project.h"
#include "engine/graph/validation.h"
#include "engine/inspect/figures.h"

#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

using inspect::NodeFigures;

/// What can be said of a project without training it, at once after every edit: problems, shapes, parameters, FLOPs.
class Analysis {
public:
    void update(const Project& project);

    const std::vector<Problem>& problems() const { return m_validation.problems; }
    int errorCount() const;
    int warningCount() const;
    const ShapeWalk& shapes() const { return m_validation.shapes; }
    /// The shape of one sample that leaves a port; null where it is not known.
    const Shape* shapeAt(const PortRef& port) const { return m_validation.shapes.at(port); }
    /// Nothing where the node's input shapes are not known.
    std::optional<NodeFigures> figuresOf(const std::string& node) const;
    const NodeFigures& total() const { return m_figures.total; }
    std::int64_t parameters() const { return m_figures.total.parameters; }
    double flops() const { return m_figures.total.flops; }
    /// The worst of a node's problems; null where it has none.
    const Problem* problemOf(const std::string& node) const;
    const Problem* problemAt(const std::string& node, const std::string& port) const;

private:
    Validation m_validation;
    inspect::FiguresCache m_cache;
    inspect::NetworkFigures m_figures;
};

} // namespace netsmith::gui
