#pragma once

#include "engine/inspect/attribution/attribution.h"

#include <QString>

#include <array>

namespace netsmith::gui {

/// A sample whose answer is explained.
struct AttributedSample {
    std::vector<data::Field> fields{}; ///< as the data set stores them: the network's inputs, and perhaps more
    std::optional<std::string> text{}; ///< instead: read the way the network's one input reads texts
    bool continues = false; ///< the network continues the text, so that its end counts, and not its beginning
    QString title{}; ///< which sample it is
};

/// How it is to be explained.
struct AttributionWishes {
    /// What covers a part of a picture, and where integrated gradients start.
    enum class Ground { black, grey, white };

    std::optional<inspect::AttributionMethod> method{}; ///< nothing: the first that suits the network
    std::optional<std::int64_t> target{}; ///< the class or the number that is explained; nothing: the predicted one
    std::string layer{}; ///< of Grad-CAM; empty: the last one with maps
    int steps = 50; ///< of integrated gradients
    int patch = 0; ///< of occlusion; 0: a seventh of the sample's side
    Ground ground = Ground::black;
    bool operator==(const AttributionWishes&) const = default;
};

/// What a network looked at in a sample. A plain value: it crosses threads.
struct AttributionReport {
    std::filesystem::path run{}; ///< that was asked
    std::int64_t step = 0; ///< with the weights after this step
    bool live = false;
    AttributedSample sample{};
    std::vector<data::Field> inputs{}; ///< of the sample, as the network takes them
    inspect::AttributionMethod method = inspect::AttributionMethod::integratedGradients;
    AttributionWishes wishes{};
    inspect::Explanation explanation{};
    std::optional<Message> problem{}; ///< instead of an explanation
    PredictedOutput output{};
    std::vector<std::string> layers{}; ///< that Grad-CAM can weigh
    std::array<bool, inspect::attributionMethods> suits{}; ///< for each method, whether it can be used
    bool hasGround = false; ///< `AttributionWishes::ground` makes a difference

    bool tellsClass() const { return output.numbersAClass() > 0; }
};

/// Asks the network. Throws `studio.attribution_*` where the sample is not one of this network's inputs, and `data.cancelled`;
/// other errors of `AttributionNetwork::explain` are in the report, with what else could be asked.
AttributionReport reportOf(inspect::AttributionNetwork& network, const AttributedSample& sample, const AttributionWishes& wishes,
                           const std::stop_token& stop, const std::function<void(std::int64_t done, std::int64_t all)>& progress);

} // namespace netsmith::gui
