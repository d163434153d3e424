#pragma once

#include "engine/core/message.h"
#include "engine/fields/dataset.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

/// What a network is asked about.
struct PredictionRequest {
    std::uint64_t id = 0;
    std::filesystem::path run{}; ///< asked where no run is live, or where ...
    bool chosen = false; ///< ... a person chose this one, whatever else is live
    std::vector<data::Field> samples{}; ///< one field for each of its inputs, as the data set holds them
    std::optional<std::string> text{}; ///< instead of samples: read as the network's one input reads texts
};

/// What the network made of them.
struct PredictionAnswer {
    struct Output {
        std::string node;
        std::vector<std::string> classNames; ///< may be empty
        std::vector<float> values; ///< sample by sample; where they tell a class, one number for each class there is
    };

    std::uint64_t id = 0;
    std::filesystem::path run{}; ///< which was asked
    std::int64_t step = 0; ///< with the weights after this step
    bool live = false; ///< the run that trains now
    std::vector<Output> outputs{};
    std::int64_t tokens = 0; ///< of a text that was asked about ...
    std::int64_t room = 0; ///< ... how many the network takes
    std::vector<std::string> unknown{}; ///< ... which the network has never seen
    std::optional<Message> problem{}; ///< instead of outputs
};

} // namespace netsmith::gui
