#pragma once

#include "engine/core/message.h"
#include "engine/train/writing_settings.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

/// A text that a network is to go on with.
struct WritingRequest {
    std::uint64_t id = 0;
    std::filesystem::path run; ///< asked where no run is live, or where ...
    bool chosen = false; ///< ... a person chose this one, whatever else is live
    std::string prompt;
    train::WritingSettings settings;
};

/// A token that was drawn, and what might have come instead.
struct WrittenToken {
    struct Chance {
        std::string text; ///< as a list shows it
        double probability = 0.0; ///< by the network itself, however it was drawn from
    };

    std::string text; ///< as it follows what was written before
    std::string shown; ///< as a list shows it, where a space is to be seen
    double probability = 0.0; ///< with which it was drawn
    std::vector<Chance> likeliest; ///< the likeliest first
};

/// What was written since the last time.
struct WrittenText {
    std::uint64_t id = 0;
    std::filesystem::path run{}; ///< which wrote last
    std::int64_t step = 0; ///< with the weights after this step
    bool live = false;
    std::vector<std::string> unknown{}; ///< of the prompt: what the network has never seen
    std::vector<WrittenToken> tokens{};
    bool done = false; ///< nothing follows
    std::optional<Message> problem{}; ///< why it is done
};

} // namespace netsmith::gui
