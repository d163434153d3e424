#pragma once

#include "engine/inspect/explanations/layer_explainer.h"
#include "engine/inspect/weights/layer_weights.h"
#include "engine/predict/network_prediction.h"
#include "gui/training/prediction.h"

#include <functional>
#include <span>

namespace netsmith::gui {

/// A network to ask: of the live run, or of a saved one. Must not outlive what it was made from.
struct AskedNetwork {
    std::filesystem::path run;
    std::int64_t step = 0; ///< with the weights after this step
    bool live = false;
    std::span<const data::FieldSpec> inputs;
    std::span<const PredictedOutput> outputs;
    std::function<std::vector<std::vector<float>>(std::span<const data::Field>)> predict;
    /// How a number of the values that were predicted for a sample is made; null where only the network's outputs are known.
    std::function<inspect::LayerExplanation(const inspect::ExplanationRequest&, std::span<const data::Field>,
                                            std::span<const std::vector<float>>)>
        explain{};
    /// The weights of a layer, up to `mostWeights`; null likewise.
    std::function<inspect::LayerWeights(const std::string& layer)> weights{};

    static constexpr std::int64_t mostWeights = std::int64_t{1} << 25; ///< numbers: 128 MiB, copied twice a second at most
};

template <class Network>
AskedNetwork askedNetwork(Network& network, std::filesystem::path run, std::int64_t step, bool live)
{
    AskedNetwork asked{
        std::move(run), step, live, network.inputs(), network.outputs(), [&network](std::span<const data::Field> samples) {
            return network.predict(samples);
        }};
    if constexpr (requires { network.checked(); }) {
        asked.explain = [&network](const inspect::ExplanationRequest& request, std::span<const data::Field> sample,
                                   std::span<const std::vector<float>> values) {
            return inspect::LayerExplainer(network.checked(), network.network(), network.prediction())
                .explain(request, sample, values);
        };
        asked.weights = [&network](const std::string& layer) {
            return inspect::weightsIn(network.network(), network.checked(), network.inputs(), layer, AskedNetwork::mostWeights);
        };
    }
    return asked;
}

/// Throws what `NetworkPrediction::predict` throws, and `studio.no_text` if a text is asked about and the network takes none.
PredictionAnswer answerOf(const PredictionRequest& request, const AskedNetwork& network);

} // namespace netsmith::gui
