#pragma once

#include "engine/core/message.h"
#include "engine/train/generation/writing_settings.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

/// A request to continue a text.
struct WritingRequest {
    std::uint64_t id = 0;
    std::filesystem::path run; ///< the run to ask if none is live, or if ...
    bool chosen = false; ///< ... the user chose this one, or a moment of it, even while one is live
    std::filesystem::path checkpoint{}; ///< see `PredictionRequest`
    std::string prompt;
    train::WritingSettings settings;
};

/// A generated token and its alternatives.
struct WrittenToken {
    struct Chance {
        std::string text; ///< as shown in a list
        double probability = 0.0; ///< from the network itself, before the sampling settings
    };

    std::string text; ///< as it continues the text
    std::string shown; ///< as shown in a list, with visible spaces
    double probability = 0.0; ///< it was drawn with this probability
    std::vector<Chance> likeliest; ///< in descending order
};

/// The text written since the last time.
struct WrittenText {
    std::uint64_t id = 0;
    std::filesystem::path run{}; ///< that wrote last
    std::int64_t step = 0; ///< with the weights after this step
    bool live = false;
    std::vector<std::string> unknown{}; ///< of the prompt: not in the network's vocabulary
    std::vector<WrittenToken> tokens{};
    bool done = false; ///< nothing follows
    std::optional<Message> problem{}; ///< why it is done
};

} // namespace netsmith::gui
