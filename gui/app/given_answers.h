#pragma once

#include "engine/core/message.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace netsmith::gui {

/// What a network says of one sample from a file, by its first output.
struct GivenAnswer {
    std::string name; ///< the file, or the file and the sample's number
    std::string answer{}; ///< a class; so is the next, empty where it is not told
    std::string truth{};
    std::optional<bool> right{};
    double share = 0.0; ///< that the answer has, where it has one
    bool isShare = false;
    std::vector<double> numbers{}; ///< where it tells no class; so is the next
    std::vector<double> truthNumbers{};
};

/// What a run's network says of samples from files and folders.
struct GivenAnswers {
    static constexpr std::size_t shownAtMost = 500;
    static constexpr std::int64_t samplesAtMost = 200000; ///< of a table that is held whole

    bool tellsClass = true;
    std::int64_t samples = 0;
    std::int64_t known = 0; ///< of which the truth is told
    std::int64_t right = 0;
    double meanAbsoluteError = 0.0; ///< over those that are known, where it tells no class
    std::vector<GivenAnswer> first{}; ///< at most `shownAtMost`
    std::vector<Message> warnings{};
    std::string csv{}; ///< every sample, as `netsmith-cli predict --output` writes them
    bool cut = false; ///< there were more than `samplesAtMost`
};

/// Reads what training reads, see `data::readSamples`, and asks the run's result. Throws what that and `Predictor` do,
/// `data.cancelled` after a stop.
GivenAnswers answersAbout(const std::filesystem::path& run, std::span<const std::filesystem::path> paths,
                          const std::stop_token& stop);

} // namespace netsmith::gui
