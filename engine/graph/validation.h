#pragma once

#include "engine/core/shape.h"
#include "engine/graph/graph.h"
#include "engine/graph/layer_spec.h"

#include <map>
#include <optional>

namespace netsmith {

struct LossSpec;
struct Project;

enum class Severity { warning, error };

/// What would fix a problem in one click, where that is known.
struct QuickFix {
    enum class Kind { insertLayer, setParameter, changeSetting, renameKey, moveKey, removeKey } kind = Kind::insertLayer;
    std::string layer; ///< insertLayer: what to put before `port` of the node
    std::string parameter; ///< setParameter: which, and to what
    ParameterValue value;
    std::string node = {}; ///< which node, where it is not the problem's
    /// changeSetting: "data.validation=split"; of a key its pointer, and `parameter` is what it is called then. moveKey: in the
    /// "parameters" beside it, or in those of `holder`.
    std::string place = {};
    std::string holder = {}; ///< moveKey: "optimizer", which stands beside the key; empty: what the key stands in
};

/// One thing that is wrong or doubtful, where it is, and what would fix it; all are found at once.
struct Problem {
    Severity severity = Severity::error;
    std::string node; ///< empty: the whole graph or its settings
    std::string port; ///< empty: the whole node
    Message message;
    std::optional<QuickFix> fix;
};

/// Changes what a fix of settings and keys names; one that does not fit changes nothing.
void applyQuickFix(Project& project, const QuickFix& fix);

/// The shapes of one sample (no batch axis) at every output port that could be inferred, keyed by node and port.
struct ShapeWalk {
    std::map<std::pair<std::string, std::string>, Shape> outputs;
    std::vector<std::string> order; ///< the nodes in an order in which every wire goes forward; those on cycles are absent

    const Shape* at(const PortRef& port) const;
};

/// What the checks of a project found.
struct Validation {
    std::vector<Problem> problems;
    ShapeWalk shapes;

    bool ok() const; ///< no errors; warnings may be there
};

/// Checks nodes, parameters, wires, cycles and shapes. Finds every problem that does not follow from another one.
Validation validate(const Graph& graph, const LayerRegistry& layers);

/// A warning where a loss that applies a softmax or a sigmoid itself judges values that went through one it cannot see: behind a
/// flatten or a dropout, say. Those would go through it twice.
std::optional<Problem> doubledActivation(const Graph& graph, const LayerRegistry& layers, const Node& output, const LossSpec& loss);

/// A warning where such a loss judges values that an activation keeps from being negative, so that it can't call anything unlikely.
std::optional<Problem> unsignedLogits(const Graph& graph, const LayerRegistry& layers, const Node& output, const LossSpec& loss);

/// What would give the first output of a node `width` numbers a sample: another size of the layer that sets it, or a flatten before
/// that layer where it sees more than one axis. Nothing where neither would do.
std::optional<QuickFix> fixWidth(const Graph& graph, const LayerRegistry& layers, const ShapeWalk& shapes, const Node& output,
                                 std::int64_t width);

/// The nodes none of whose outputs is wired on: the network's outputs, in drawing order.
std::vector<const Node*> outputNodes(const Graph& graph);

} // namespace netsmith
