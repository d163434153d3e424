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

/// The prediction for a sample from a file, by the network's first output.
struct GivenAnswer {
    std::string name; ///< the file, or the file and the sample's number
    std::string answer{}; ///< a class, as is the next, which is empty if unknown
    std::string truth{};
    std::optional<bool> right{};
    double share = 0.0; ///< of the predicted class, if there is one
    bool isShare = false;
    std::vector<double> numbers{}; ///< if the output isn't a class, as is the next
    std::vector<double> truthNumbers{};
};

/// The predictions of a run's network for samples from files and folders.
struct GivenAnswers {
    static constexpr std::size_t shownAtMost = 500;
    static constexpr std::int64_t samplesAtMost = 200000; ///< of a table, which is kept in memory

    bool tellsClass = true;
    std::int64_t samples = 0;
    std::int64_t known = 0; ///< samples whose true value is known
    std::int64_t right = 0;
    double meanAbsoluteError = 0.0; ///< over the known ones, if the output isn't a class
    std::vector<GivenAnswer> first{}; ///< at most `shownAtMost`
    std::vector<Message> warnings{};
    std::string csv{}; ///< all samples, as written by `netsmith-cli predict --output`
    bool cut = false; ///< there were more than `samplesAtMost`
};

/// Reads the same formats as training, see `data::readSamples`, and runs the trained network. Throws what these and `Predictor` do,
/// `data.cancelled` if stopped.
GivenAnswers answersAbout(const std::filesystem::path& run, std::span<const std::filesystem::path> paths,
                          const std::stop_token& stop);

} // namespace netsmith::gui
