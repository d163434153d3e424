#pragma once

#include "gui/app/asking/test_samples.h"
#include "gui/data/sample_content.h"

#include <functional>

namespace netsmith::gui {

/// A sample that the network predicts wrongly.
struct Mistake {
    std::int64_t position = 0; ///< among the evaluated samples, from 0
    double badness = 0.0; ///< for classes, the best minus the true class's value; for numbers, the mean absolute error
    SampleContent content{};
    std::string truth{}; ///< a class
    std::string answer{};
    double share = 0.0; ///< of the predicted class, if there is one
    bool isShare = false;
};

/// The wrong predictions among the samples that a run is evaluated on, worst first.
struct Mistakes {
    static constexpr std::size_t atMost = 60; ///< the number kept

    JudgedPart::Kind kind = JudgedPart::Kind::test;
    std::int64_t samples = 0;
    std::int64_t wrong = 0; ///< if it predicts classes
    bool tellsClass = true; ///< else every sample has an error, and the largest are kept
    std::vector<Mistake> worst{};
};

/// Runs the trained network on all of these samples; only one batch and the samples kept are in memory in addition to the data.
/// `told` is called with the number done. Throws what `train::evaluateRun` does, `data.cancelled` if stopped.
Mistakes mistakesOf(const std::filesystem::path& run, const std::filesystem::path& dataDir, const std::stop_token& stop,
                    const std::function<void(std::int64_t done, std::int64_t all)>& told = {});

} // namespace netsmith::gui
