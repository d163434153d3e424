#pragma once

#include "engine/graph/graph_index.h"
#include "engine/ops/layer_call.h"
#include "engine/plan/batch_fields.h"
#include "engine/plan/phase_layers.h"

#include <map>
#include <set>

namespace netsmith {

/// Emits the ops of a whole graph into one program after another of a plan; parameters and statistics are made by the first.
class NetworkLowering {
public:
    NetworkLowering(LogicalPlan& plan, const Graph& graph, const Catalog& catalog, const ShapeWalk& shapes)
        : m_plan(plan)
        , m_graph(graph)
        , m_catalog(catalog)
        , m_shapes(shapes)
    {
    }

    /// What the next training program treats otherwise than all other layers.
    void setPhase(PhaseLayers layers) { m_phase = std::move(layers); }

    using Outputs = std::map<std::pair<std::string, std::string>, TensorId>;
    using Masks = std::map<TensorId, TensorId>; ///< of the tensors that have steps which do not count
    /// Which steps of a tensor that `lower` made count, f32 [N,T] with 0 for those that don't; `noTensor` where all do.
    TensorId maskOf(TensorId tensor) const
    {
        const auto found = m_masks.find(tensor);
        return found == m_masks.end() ? noTensor : found->second;
    }

    /// `fields` maps the field of each input layer to its batch and what of it counts; `counters` key random draws, which only
    /// training makes. Returns the tensor at every output port; `known` are those that need not be computed.
    Outputs lower(Emitter& emitter, const std::map<std::string, BatchFields::Batch>& fields, TensorId counters, bool training,
                  const Outputs& known = {});

    std::uint64_t seed() const { return m_plan.seed; }
    std::int64_t batch() const { return m_plan.batch; }
    BatchPart batchPart() const { return m_plan.batchPart; }
    std::span<const std::string> order() const { return m_shapes.order; }

    /// The tensor of a parameter, which is made where it is not there yet. `byOwner` is false where another layer uses it too.
    TensorId weight(const Segment& segment, bool byOwner);
    /// The tensor of a parameter that is there.
    TensorId tensorOf(const Segment& segment) const { return m_weights.find(segment.id)->second.trained; }
    LayerCall::Statistic statistic(const std::string& id, const Shape& shape, float initial, Kept kept = Kept::always);

private:
    TensorId addSegment(const Segment& segment, Arena arena, int index);

    LogicalPlan& m_plan;
    const GraphIndex m_graph;
    const Catalog& m_catalog;
    const ShapeWalk& m_shapes;
    struct Weight {
        TensorId trained = noTensor;
        TensorId average = noTensor; ///< its moving average, where there is one
    };
    std::map<std::string, Weight, std::less<>> m_weights;
    bool m_training = true; ///< what is being lowered
    PhaseLayers m_phase;
    Masks m_masks;
    std::map<std::string, LayerCall::Statistic, std::less<>> m_statistics;
};

} // namespace netsmith
