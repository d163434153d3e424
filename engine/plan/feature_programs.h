#pragma once

#include "engine/plan/batch_fields.h"
#include "engine/plan/network_lowering.h"

namespace netsmith {

/// Builds what a plan has of the outputs of frozen layers that are computed once: their batches in a training's programs, and the
/// two programs that compute them. All of these outlive this.
class FeaturePrograms {
public:
    FeaturePrograms(LogicalPlan& plan, const Project& project, const Catalog& catalog, const PlanOptions& options,
                    NetworkLowering& network, BatchFields& fields)
        : m_plan(plan)
        , m_project(project)
        , m_catalog(catalog)
        , m_options(options)
        , m_network(network)
        , m_fields(fields)
    {
    }

    /// The batches of the cached features.
    NetworkLowering::Outputs outputs(Emitter& emitter, std::string_view stream, TensorId counters);
    /// The frozen part alone. A moving average of its weights equals them.
    void build(std::string_view name, std::string_view stream, TensorId counters);

private:
    LogicalPlan& m_plan;
    const Project& m_project;
    const Catalog& m_catalog;
    const PlanOptions& m_options;
    NetworkLowering& m_network;
    BatchFields& m_fields;
};

} // namespace netsmith
