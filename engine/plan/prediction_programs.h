#pragma once

#include "engine/plan/batch_fields.h"
#include "engine/plan/network_lowering.h"

namespace netsmith {

/// Builds the programs of a plan that run the network on samples which come with a call, without a target: `predict` and
/// `input_gradients`. All of these outlive this.
class PredictionPrograms {
public:
    PredictionPrograms(LogicalPlan& plan, const Project& project, const Catalog& catalog, const PlanOptions& options,
                       NetworkLowering& network, BatchFields& fields)
        : m_plan(plan)
        , m_project(project)
        , m_catalog(catalog)
        , m_options(options)
        , m_network(network)
        , m_fields(fields)
    {
    }

    void buildPredict();
    void buildInputGradients();

private:
    /// The network, lowered into a program of this name.
    struct Lowered {
        Emitter emitter;
        std::map<std::string, BatchFields::Batch> inputs; ///< of the network, by field
        NetworkLowering::Outputs outputs;
        Program whole; ///< including unused ops
    };

    Lowered lower(std::string_view name, std::vector<TensorId>& given);
    Program& program() { return m_plan.programs.back(); }
    TensorInfo& info(TensorId id) { return m_plan.tensors[static_cast<std::size_t>(id)]; }
    TensorId addSeed(const Objective& objective, TensorId output);
    const Op* producerOf(TensorId id);
    TensorId kept(TensorId id);
    std::vector<TensorId> observedOutputs(const Lowered& network) const;
    void keepObserved(Lowered& network, const std::map<TensorId, TensorId>& gradients);

    LogicalPlan& m_plan;
    const Project& m_project;
    const Catalog& m_catalog;
    const PlanOptions& m_options;
    NetworkLowering& m_network;
    BatchFields& m_fields;
};

} // namespace netsmith
