#pragma once

#include "engine/inspect/explanations/explanation.h"
#include "engine/predict/network_prediction.h"

namespace netsmith::inspect {

/// A network whose layers' outputs are known, and how each of their numbers came about. Its plan is made once; the weights are
/// read when they are needed, so that of a live network they are the current ones.
class LayerExplainer {
public:
    /// All of these outlive this. `network` predicts, with its weights; `prediction` returns the outputs of all layers.
    LayerExplainer(const CheckedProject& project, CompiledNetwork& network, const NetworkPrediction& prediction);

    /// Of the sample that `prediction` made `values` of, its outputs in order. Throws `explain.layer` where no layer has this id
    /// or its output is not known, `explain.place` for a place outside the output, and `explain.recurrence`.
    LayerExplanation explain(const ExplanationRequest& request, std::span<const data::Field> sample,
                             std::span<const std::vector<float>> values) const;

private:
    struct Source {
        std::span<const data::Field> sample;
        std::span<const std::vector<float>> values;
    };

    std::size_t outputOf(std::string_view node) const;
    std::string memberOf(const std::string& block, std::vector<std::string>* members) const;
    TensorId outputTensor(const ObservedLayer& layer) const;
    ExplainedStep ofInput(const std::string& field, std::int64_t element, const Source& source) const;
    std::optional<ExplainedStep> inTraining(const ExplanationRequest& request, const LayerExplanation& explanation,
                                            std::span<const float> output) const;

    const CheckedProject& m_project;
    CompiledNetwork& m_network;
    const NetworkPrediction& m_prediction;
    LogicalPlan m_plan; ///< of one sample in FP32, nothing fused
};

} // namespace netsmith::inspect
