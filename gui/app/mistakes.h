#pragma once

#include "gui/app/test_samples.h"
#include "gui/data/sample_content.h"

#include <functional>

namespace netsmith::gui {

/// A sample that a network gets wrong.
struct Mistake {
    std::int64_t position = 0; ///< among those that judge, from 0
    double badness = 0.0; ///< of a class how little is given to the right one, of numbers the mean absolute error
    SampleContent content{};
    std::string truth{}; ///< a class
    std::string answer{};
    double share = 0.0; ///< that the answer has, where it has one
    bool isShare = false;
};

/// What a network gets wrong of the samples that judge it, the worst first.
struct Mistakes {
    static constexpr std::size_t atMost = 60; ///< that are kept, however many there are

    JudgedPart::Kind kind = JudgedPart::Kind::test;
    std::int64_t samples = 0;
    std::int64_t wrong = 0; ///< of a class
    bool tellsClass = true; ///< else every sample has an error, and the largest are here
    std::vector<Mistake> worst{};
};

/// Asks a run's result about all of them; in memory of its own there are a batch and those that are kept. `told` is called with how
/// many are done. Throws what `train::evaluateRun` does, `data.cancelled` after a stop.
Mistakes mistakesOf(const std::filesystem::path& run, const std::filesystem::path& dataDir, const std::stop_token& stop,
                    const std::function<void(std::int64_t done, std::int64_t all)>& told = {});

} // namespace netsmith::gui
