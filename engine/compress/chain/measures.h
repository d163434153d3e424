#pragma once

#include "engine/compress/shrink/shrunk.h"
#include "engine/predict/saved_run.h"
#include "engine/train/evaluation.h"

#include <optional>

namespace netsmith::compress {

/// How long predictions of a batch take, in seconds: half of them, and all but one in a hundred.
struct Latency {
    std::int64_t batch = 0;
    double p50 = 0.0;
    double p99 = 0.0;
    bool operator==(const Latency&) const = default;
};

/// The batches that are timed.
inline constexpr std::int64_t timedBatches[] = {1, 64};

/// What a run's network takes, and how well it does.
struct Measures {
    std::int64_t step = 0; ///< of the weights that were measured
    NetworkSize size{};
    std::int64_t bytes = 0; ///< of the file of weights
    std::int64_t memory = 0; ///< in bytes, to predict the largest of `timedBatches`, weights included
    double zeros = 0.0; ///< the share of zeros among kernels and embeddings
    std::int64_t samples = 0; ///< that it was evaluated on
    bool eachSampleOnce = false; ///< a sample has one prediction, right or wrong: not one for each token or pixel
    NamedValues values{}; ///< "loss", "accuracy"
    std::string device{}; ///< that predictions were timed on: "cpu"
    std::vector<Latency> latencies{}; ///< one for each of `timedBatches`; empty: not timed
};

/// The name of the value that a compression must not lose: the first metric, such as "accuracy", or the loss if there is none; see
/// `judgedBy` and `measuredQuantity`, which tells whether a higher one is better.
std::string judgedValue(const Measures& measures);

/// Where a share that was counted on some samples probably lies.
struct Interval {
    double low = 0.0;
    double high = 0.0;
};
/// The interval of 95 % confidence of a share of samples by Wilson's score (Wilson 1927, "Probable inference, the law of
/// succession, and statistical inference"). `samples` > 0.
Interval shareInterval(double share, std::int64_t samples);
/// That of a measured value; nothing unless it is a share of the samples, such as an accuracy.
std::optional<Interval> intervalOf(const Measures& measures, std::string_view value);

/// Evaluates a run, or a checkpoint, and computes its size; times nothing. Throws what `evaluateRun` says.
Measures measured(const std::filesystem::path& run, const train::EvaluateOptions& options);

/// Times the predictions of several runs in turn, so that what else the machine does falls on all of them, and keeps the best of
/// three rounds: for each run its latencies. `progress` is told of each timing. Throws what `loadData` and `timePredictions` say.
std::vector<std::vector<Latency>> timeInTurn(std::span<const std::filesystem::path> runs, const train::EvaluateOptions& options,
                                             const std::function<void(std::int64_t done, std::int64_t total)>& progress = {});

/// The file in a run's folder that holds them.
inline constexpr const char* measuresName = "measures.json";
/// Writes them into the folder of a run.
void keepMeasures(const std::filesystem::path& run, const Measures& measures);
/// Those that were kept; nothing if there are none, if they can't be read, or if the run has other weights now.
std::optional<Measures> keptMeasures(const std::filesystem::path& run);

Json measuresJson(const Measures& measures);

} // namespace netsmith::compress
