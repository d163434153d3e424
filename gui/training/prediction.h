#pragma once

#include "engine/core/message.h"
#include "engine/fields/dataset.h"
#include "engine/inspect/activations/layer_picture.h"
#include "engine/inspect/explanations/explanation.h"
#include "gui/training/input_grid.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::inspect {
struct LayerWeights;
}

namespace netsmith::gui {

/// A layer's output for one sample, as large as a window can show it.
struct LayerDetail {
    static constexpr inspect::PictureLimits limits{
        .maps = 1024, .side = 128, .onlySide = 512, .bars = 512, .steps = 1024, .units = 512};
    static constexpr int bins = 48;

    inspect::LayerPicture picture;
    std::vector<std::int64_t> histogram; ///< of all its numbers
    std::optional<InputGrid> grid{}; ///< its numbers for all these inputs instead of for one sample
};

/// A question to a network.
struct PredictionRequest {
    std::uint64_t id = 0;
    std::filesystem::path run{}; ///< the run to ask if none is live, or if ...
    bool chosen = false; ///< ... the user chose this one, or a moment of it, even while one is live
    std::filesystem::path checkpoint{}; ///< of that run, to ask instead of its result; empty: the result
    std::vector<data::Field> samples{}; ///< one field for each input, as the data set stores them
    bool observes = false; ///< pictures of the layers' outputs are wanted, too
    std::string detailed{}; ///< with them this layer's in detail; empty: none
    std::optional<inspect::ExplanationRequest> explained{}; ///< with them how this number of a layer is made
    std::string weighed{}; ///< with them the weights of this layer; empty: none
    std::optional<InputGrid> grid{}; ///< the answers to all these inputs are wanted, too, and the pictures are of these
    std::optional<std::string> text{}; ///< instead of samples: read the way the network's one input reads texts

    /// Whether both are about the same samples, byte by byte, or the same text.
    bool isAbout(const PredictionRequest& other) const
    {
        return text == other.text && std::ranges::equal(samples, other.samples, [](const data::Field& a, const data::Field& b) {
                   return a.spec.shape == b.spec.shape && std::ranges::equal(a.all(), b.all());
               });
    }
};

/// The network's answer.
struct PredictionAnswer {
    struct Output {
        std::string node;
        std::vector<std::string> classNames; ///< may be empty
        std::vector<float> values; ///< sample by sample; for classes, one number for each class
    };

    /// What the first output says about each point of a grid.
    struct Surface {
        InputGrid grid;
        std::int64_t width = 1; ///< numbers for each point
        std::vector<float> values; ///< point by point; for classes, one number for each class
    };

    std::uint64_t id = 0;
    std::filesystem::path run{}; ///< the run that answered
    std::int64_t step = 0; ///< with the weights after this step
    bool live = false; ///< the run that is training now
    bool observed = false; ///< pictures were wanted
    std::vector<Output> outputs{};
    std::vector<inspect::LayerPicture> pictures{}; ///< in the order of the graph, if they were wanted
    std::optional<LayerDetail> detail{}; ///< likewise
    std::optional<inspect::LayerExplanation> explanation{}; ///< likewise
    std::optional<Message> unexplained{}; ///< instead of one that was wanted
    std::shared_ptr<const inspect::LayerWeights> weights{}; ///< likewise
    std::optional<Message> unweighed{}; ///< instead of weights that were wanted
    std::optional<Surface> surface{}; ///< if it was wanted
    std::int64_t tokens = 0; ///< of a text: its tokens ...
    std::int64_t room = 0; ///< ... the network's input length in tokens ...
    std::vector<std::string> unknown{}; ///< ... and words that are not in the vocabulary
    std::optional<Message> problem{}; ///< instead of outputs
    std::optional<Message> unobserved{}; ///< instead of pictures that were wanted
};

} // namespace netsmith::gui
