#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/validation.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace netsmith::inspect {

/// The cost of a layer.
struct NodeFigures {
    std::int64_t parameters = 0; ///< trainable numbers, including `frozen` ones
    double flops = 0.0; ///< for one sample's forward pass in evaluation; a multiplication and an addition count as two
    std::int64_t frozen = 0; ///< the part of the parameters that training does not change
    NodeFigures& operator+=(const NodeFigures& other)
    {
        parameters += other.parameters;
        flops += other.flops;
        frozen += other.frozen;
        return *this;
    }
    bool operator==(const NodeFigures&) const = default;
};

/// The cost of a network.
struct NetworkFigures {
    /// By id: those whose shapes are known, in blocks too, and the sums of the blocks.
    std::unordered_map<std::string, NodeFigures> nodes;
    NodeFigures total;
};

/// Caches the cost of layers, so that an edited graph is recomputed only where it changed. Owned by the caller; one thread at a
/// time.
class FiguresCache {
public:
    /// The number of layers computed so far.
    std::int64_t lowered() const { return m_lowered; }
    /// The number of cached layers.
    std::size_t size() const { return m_known.size(); }

private:
    friend NetworkFigures figures(const Graph& drawn, const ShapeWalk& shapes, FiguresCache& cache);

    /// Equal for layers that cost the same: its kind, its parameters and the shapes at its inputs.
    struct Key {
        std::string layer;
        int version = 0;
        ParameterMap parameters;
        bool shares = false;
        std::vector<std::vector<std::int64_t>> inputs;
        auto operator<=>(const Key&) const = default;
    };
    struct Known {
        std::optional<NodeFigures> figures;
        std::uint64_t used = 0; ///< the last call that asked
    };

    static Key keyOf(const Node& node, std::span<const Shape> inputs);
    std::optional<NodeFigures> of(const Node& node, const LayerSpec& spec, std::span<const Shape> inputs);
    void forgetUnused();

    std::map<Key, Known> m_known;
    std::uint64_t m_call = 0;
    std::int64_t m_lowered = 0;
};

/// The figures of a graph, finished or not, from the shapes that its validation found; layers without shapes are left out. Lowers
/// each layer by itself, so it takes microseconds per layer and needs neither data nor a plan.
NetworkFigures figures(const Graph& drawn, const ShapeWalk& shapes, FiguresCache& cache);

} // namespace netsmith::inspect
