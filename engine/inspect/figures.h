#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/validation.h"

#include <map>
#include <optional>

namespace netsmith::inspect {

/// What a layer costs.
struct NodeFigures {
    std::int64_t parameters = 0; ///< numbers that training changes, and those that it would but for `frozen`
    double flops = 0.0; ///< of one sample's way through it in evaluation; a multiplication and an addition count as two
    std::int64_t frozen = 0; ///< of the parameters, those that training leaves as they are
    NodeFigures& operator+=(const NodeFigures& other)
    {
        parameters += other.parameters;
        flops += other.flops;
        frozen += other.frozen;
        return *this;
    }
    bool operator==(const NodeFigures&) const = default;
};

/// What a network costs.
struct NetworkFigures {
    std::map<std::string, NodeFigures, std::less<>>
        nodes; ///< by id; those whose shapes are known, in blocks too, and the blocks' sums
    NodeFigures total; ///< of these
};

/// Remembers what layers cost, so that a graph that is edited is reckoned anew only where it changed. The caller keeps it; one
/// thread at a time.
class FiguresCache {
public:
    /// How many layers it had to look into so far.
    std::int64_t lowered() const { return m_lowered; }
    /// How many layers it remembers.
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
/// each layer by itself, so it costs microseconds a layer and needs neither data nor a plan.
NetworkFigures figures(const Graph& drawn, const ShapeWalk& shapes, FiguresCache& cache);

} // namespace netsmith::inspect
