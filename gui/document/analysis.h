#pragma once

#include "engine/graph/validation.h"
#include "engine/graph/project.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

/// What one node costs.
struct NodeFigures {
    std::int64_t parameters = 0;
    double flops = 0.0; ///< forward, one sample
};

/// What can be said of a project without training it, at once after every edit: problems, shapes, parameters, FLOPs.
class Analysis {
public:
    Analysis();
    ~Analysis();
    Analysis(const Analysis&) = delete;
    Analysis& operator=(const Analysis&) = delete;

    void update(const Project& project);

    const std::vector<Problem>& problems() const { return m_validation.problems; }
    int errorCount() const;
    int warningCount() const;
    const ShapeWalk& shapes() const { return m_validation.shapes; }
    /// The shape of one sample that leaves a port; null where it is not known.
    const Shape* shapeAt(const PortRef& port) const { return m_validation.shapes.at(port); }
    /// Nothing where the node's input shapes are not known.
    std::optional<NodeFigures> figuresOf(const std::string& node) const;
    std::int64_t parameters() const { return m_parameters; }
    double flops() const { return m_flops; }
    /// The worst of a node's problems; null where it has none.
    const Problem* problemOf(const std::string& node) const;
    const Problem* problemAt(const std::string& node, const std::string& port) const;

private:
    struct Cache;

    Validation m_validation;
    std::map<std::string, NodeFigures> m_figures;
    std::int64_t m_parameters = 0;
    double m_flops = 0.0;
    std::unique_ptr<Cache> m_cache;
};

} // namespace netsmith::gui
