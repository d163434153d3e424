#pragma once

#include "engine/predict/saved_run.h"

#include "engine/inspect/attribution/explained_score.h"

#include <memory>
#include <stop_token>

namespace netsmith::inspect {

/// How it is found out which numbers of a sample an output depends on.
enum class AttributionMethod {
    saliency, ///< |dy/dx| (Simonyan et al. 2014)
    inputGradient, ///< x · dy/dx
    integratedGradients, ///< along the line from a sample of zeros (Sundararajan et al. 2017)
    gradCam, ///< the maps of a layer, weighted by their mean gradients (Selvaraju et al. 2017)
    occlusion, ///< how much y falls where a part of the sample is covered by zeros (Zeiler and Fergus 2014)
};
/// "saliency", "input_gradient", "integrated_gradients", "grad_cam", "occlusion".
std::string_view idOf(AttributionMethod method);
inline constexpr int attributionMethods = 5;

struct AttributionRequest {
    AttributionMethod method = AttributionMethod::integratedGradients;
    std::size_t output = 0; ///< of those that have an objective
    std::optional<std::int64_t> target{}; ///< the class, or the number of the output; nothing: the predicted class, or the first
    std::string layer{}; ///< of Grad-CAM; empty: the last one with maps
    int steps = 50; ///< of integrated gradients
    int patch = 0; ///< the side of what is covered; 0: a seventh of the sample's
    int stride = 0; ///< from one cover to the next; 0: half of the patch
    std::stop_token stop{};
};

/// What the numbers of one input contribute to y.
struct Attribution {
    std::string input; ///< the field, or for Grad-CAM the layer
    Shape shape; ///< of the sample; of tokens a number each; of Grad-CAM height × width of the layer's maps
    std::vector<double> values;
};

/// Of one sample.
struct Explanation {
    std::int64_t target = 0; ///< the class or number that y is of
    double score = 0.0; ///< y for the sample, see `ExplainedScore`
    double baseline = 0.0; ///< y for a sample of zeros
    std::vector<Attribution> inputs{};
    /// How far the sum of the contributions is from score − baseline: 0 for exact integrated gradients.
    double incompleteness = 0.0;
};

/// A saved run's network, asked why.
class AttributionNetwork {
public:
    /// As `Predictor`, whose errors it throws.
    explicit AttributionNetwork(const std::filesystem::path& run, const std::string& device = {});
    ~AttributionNetwork();
    AttributionNetwork(const AttributionNetwork&) = delete;
    AttributionNetwork& operator=(const AttributionNetwork&) = delete;

    const std::vector<data::FieldSpec>& inputs() const;
    /// Those that have an objective.
    const std::vector<PredictedOutput>& outputs() const { return m_outputs; }
    const DataSettings& settings() const { return m_saved.project.data; }

    /// Of one sample, a field of it for each input. Throws `attribution.*` where the method does not suit the network or the target
    /// does not exist, what `NetworkPrediction::predict` says of samples, and `data.cancelled`.
    Explanation explain(std::span<const data::Field> sample, const AttributionRequest& request);

private:
    using Numbers = std::vector<std::vector<double>>; ///< of one sample, input by input

    /// What a batch of samples leads to.
    struct Pass {
        std::vector<double> scores; ///< sample by sample
        std::vector<Numbers> gradients; ///< likewise; empty for an input of classes
    };
    Pass pass(std::span<const Numbers> samples, const ExplainedScore& score, bool wantsGradients);
    std::vector<double> readSample(TensorId tensor, std::int64_t index, std::int64_t elements);
    Attribution ofTokens(std::size_t input, const Numbers& sample, const ExplainedScore& score, const AttributionRequest& request);
    Attribution ofMaps(const Numbers& sample, const ExplainedScore& score, const AttributionRequest& request);
    Attribution occluded(std::size_t input, const Numbers& sample, const ExplainedScore& score, double whole,
                         const AttributionRequest& request);

    SavedRun m_saved;
    std::unique_ptr<CheckedProject> m_checked;
    std::unique_ptr<CompiledNetwork> m_network;
    std::unique_ptr<NetworkPrediction> m_prediction;
    std::vector<PredictedOutput> m_outputs;
    std::vector<int> m_inputOf; ///< for each tensor that is written, the input; −1: noise
    int m_program = -1;
};

} // namespace netsmith::inspect
