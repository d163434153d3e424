#pragma once

#include "engine/core/message.h"
#include "engine/fields/dataset.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

/// A question to a network.
struct PredictionRequest {
    std::uint64_t id = 0;
    std::filesystem::path run{}; ///< the run to ask if none is live, or if ...
    bool chosen = false; ///< ... the user chose this one, even while another is live
    std::vector<data::Field> samples{}; ///< one field for each input, as the data set stores them
    std::optional<std::string> text{}; ///< instead of samples: read the way the network's one input reads texts
};

/// The network's answer.
struct PredictionAnswer {
    struct Output {
        std::string node;
        std::vector<std::string> classNames; ///< may be empty
        std::vector<float> values; ///< sample by sample; for classes, one number for each class
    };

    std::uint64_t id = 0;
    std::filesystem::path run{}; ///< the run that answered
    std::int64_t step = 0; ///< with the weights after this step
    bool live = false; ///< the run that is training now
    std::vector<Output> outputs{};
    std::int64_t tokens = 0; ///< of a text: its tokens ...
    std::int64_t room = 0; ///< ... the network's input length in tokens ...
    std::vector<std::string> unknown{}; ///< ... and words that are not in the vocabulary
    std::optional<Message> problem{}; ///< instead of outputs
};

} // namespace netsmith::gui
