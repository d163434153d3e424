#pragma once

#include "engine/core/message.h"
#include "engine/data/dataset.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

/// Samples that a network is asked about: one field for each of its inputs, as the data set holds them.
struct PredictionRequest {
    std::uint64_t id = 0;
    std::filesystem::path run; ///< asked where no run is live
    std::vector<data::Field> samples;
};

/// What the network made of them.
struct PredictionAnswer {
    struct Output {
        std::string node;
        std::vector<std::string> classNames; ///< may be empty
        std::vector<float> values; ///< sample by sample
    };

    std::uint64_t id = 0;
    std::filesystem::path run; ///< which was asked
    std::int64_t step = 0; ///< with the weights after this step
    bool live = false; ///< the run that trains now
    std::vector<Output> outputs;
    std::optional<Message> problem; ///< instead of outputs
};

} // namespace netsmith::gui
