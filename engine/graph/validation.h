#pragma once

#include "engine/core/shape.h"
#include "engine/graph/graph.h"
#include "engine/graph/specs/layer_spec.h"

#include <optional>
#include <unordered_map>

namespace netsmith {

struct LossSpec;
struct Project;

enum class Severity { warning, error };

/// What would fix a problem in one click, if known.
struct QuickFix {
    enum class Kind { insertLayer, setParameter, changeSetting, renameKey, moveKey, removeKey } kind = Kind::insertLayer;
    std::string layer; ///< insertLayer: what to put before `port` of the node
    std::string parameter; ///< setParameter: which, and to what
    ParameterValue value;
    std::string node = {}; ///< which node, if it is not the problem's
    /// changeSetting: "data.validation=split"; for a key, its pointer, and `parameter` is its new name. moveKey: to the sibling
    /// "parameters", or to those of `holder`.
    std::string place = {};
    std::string holder = {}; ///< moveKey: "optimizer", a sibling of the key; empty: the object that contains the key
};

/// What a problem is about, for whoever shows or opens it.
enum class ProblemSubject {
    settings,
    network, ///< its nodes and blocks, and the wires that are missing or too many
    wire, ///< the data on it
    loss, ///< the data on the wire into it
};

/// An error or a warning, its location, and a fix; all are found at once.
struct Problem {
    Severity severity = Severity::error;
    std::string node; ///< empty: the whole graph or its settings
    std::string port; ///< empty: the whole node
    Message message;
    std::optional<QuickFix> fix;
    ProblemSubject subject = ProblemSubject::settings;
};

/// Applies a fix of settings or keys; one that does not fit changes nothing.
void applyQuickFix(Project& project, const QuickFix& fix);

/// The shapes of one sample (no batch axis) at every output port that could be inferred.
struct ShapeWalk {
    std::unordered_map<PortRef, Shape, PortHash> outputs;
    std::vector<std::string> order; ///< the nodes in an order in which every wire goes forward; those on cycles are absent

    const Shape* at(const PortRef& port) const;
};

/// The results of a project's checks.
struct Validation {
    std::vector<Problem> problems;
    ShapeWalk shapes;

    bool ok() const; ///< no errors; there may be warnings
};

/// Checks nodes, parameters, wires, cycles and shapes. Finds every problem that does not follow from another one.
Validation validate(const Graph& graph, const LayerRegistry& layers);

/// A warning if a loss that applies a softmax or a sigmoid itself gets values that already went through one it cannot see, for
/// example before a flatten or a dropout. It would be applied twice.
std::optional<Problem> doubledActivation(const Graph& graph, const LayerRegistry& layers, const Node& output, const LossSpec& loss);

/// A warning if such a loss gets values that an activation keeps from being negative, so that no probability can be low.
std::optional<Problem> unsignedLogits(const Graph& graph, const LayerRegistry& layers, const Node& output, const LossSpec& loss);

/// A warning if a loss whose target is logits gets them from a layer whose activation keeps them from being negative.
std::optional<Problem> targetWithoutLogits(const Graph& graph, const LayerRegistry& layers, const Node& target,
                                           const LossSpec& loss);

/// A fix that gives the first output of a node `width` numbers per sample: another size of the layer that sets it, or a flatten
/// before that layer if it has more than one axis. Nothing if neither would help.
std::optional<QuickFix> fixWidth(const Graph& graph, const LayerRegistry& layers, const ShapeWalk& shapes, const Node& output,
                                 std::int64_t width);

/// The nodes none of whose outputs is connected: the network's outputs, in drawing order.
std::vector<const Node*> outputNodes(const Graph& graph);

} // namespace netsmith
