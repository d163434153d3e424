#pragma once

#include "engine/predict/saved_run.h"

#include "engine/inspect/attribution/explained_score.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace netsmith::inspect {

/// How it is found out which numbers of a sample an output depends on.
enum class AttributionMethod {
    saliency, ///< |dy/dx| (Simonyan et al. 2014)
    inputGradient, ///< x · dy/dx
    integratedGradients, ///< along the line from a baseline sample (Sundararajan et al. 2017)
    gradCam, ///< the maps of a layer, weighted by their mean gradients (Selvaraju et al. 2017)
    occlusion, ///< how much y falls where a part of the sample is covered (Zeiler and Fergus 2014)
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
    /// Every number, as the network reads it, of the sample from which gradients are integrated, and of what covers a part. Tokens
    /// and other classes are covered by their padding instead.
    double baseline = 0.0;
    std::stop_token stop{};
    std::function<void(std::int64_t done, std::int64_t all)>
        progress{}; ///< of integrated gradients and occlusion: points or covers
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
    double baseline = 0.0; ///< y for the baseline sample
    std::vector<Attribution> inputs{};
    /// How far the sum of the contributions is from score − baseline: 0 for exact integrated gradients.
    double incompleteness = 0.0;
    /// What the network says about the sample: the last step's probability or score of each class, or the output's numbers.
    std::vector<double> answer{};
    bool answersShares = false; ///< they are probabilities
};

/// A copy of a network, such as of one that trains on.
struct NetworkCopy {
    Project project;
    std::vector<data::FieldSpec> fields; ///< of its data, with what was fitted to them
    SafetensorsFile weights;
    std::int64_t step = 0; ///< after which it was taken
    bool fuse = true;
};

/// A trained network, asked why.
class AttributionNetwork {
public:
    /// Of a saved run, as `Predictor`, whose errors it throws.
    explicit AttributionNetwork(const std::filesystem::path& run, const std::string& device = {});
    explicit AttributionNetwork(const NetworkCopy& copy);
    ~AttributionNetwork();
    AttributionNetwork(const AttributionNetwork&) = delete;
    AttributionNetwork& operator=(const AttributionNetwork&) = delete;

    const std::vector<data::FieldSpec>& inputs() const;
    /// Those that have an objective.
    const std::vector<PredictedOutput>& outputs() const { return m_outputs; }
    const DataSettings& settings() const { return m_project.data; }
    /// The step of its weights.
    std::int64_t step() const { return m_step; }
    /// Whether the method can be used with these inputs and layers.
    bool suits(AttributionMethod method) const;
    /// Those that Grad-CAM can weigh, in the order of the graph.
    std::vector<std::string> layersWithMaps() const;
    /// Takes the weights of a later step of the same training.
    void update(const NetworkCopy& copy);

    /// Of one sample, a field of it for each input. Throws `attribution.*` where the method does not suit the network or the target
    /// does not exist, what `NetworkPrediction::predict` says of samples, and `data.cancelled`.
    Explanation explain(std::span<const data::Field> sample, const AttributionRequest& request);

private:
    using Numbers = std::vector<std::vector<double>>; ///< of one sample, input by input

    void prepare(const std::vector<data::FieldSpec>& fields, bool fuse, const SafetensorsFile& weights, const std::string& place);
    bool hasMaps(const ObservedLayer& layer) const;
    /// The embedding that reads an input of tokens; null if there is none.
    const ObservedLayer* embeddingOf(std::size_t input) const;

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

    Project m_project;
    std::int64_t m_step = 0;
    std::unique_ptr<CheckedProject> m_checked;
    std::unique_ptr<CompiledNetwork> m_network;
    std::unique_ptr<NetworkPrediction> m_prediction;
    std::vector<PredictedOutput> m_outputs;
    std::vector<int> m_inputOf; ///< for each tensor that is written, the input; −1: noise
    int m_program = -1;
};

} // namespace netsmith::inspect
