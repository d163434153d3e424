#pragma once

#include "engine/cli/command_line.h"
#include "engine/cli/compress_goal.h"
#include "engine/cli/terminal/signals.h"
#include "engine/compress/pruned_run.h"
#include "engine/train/evaluation.h"

#include <optional>
#include <string>
#include <vector>

namespace netsmith::cli {

struct CompressOptions {
    std::string run;
    std::string prune; ///< channels
    std::string sparsity; ///< single weights
    std::int64_t steps = 1;
    std::int64_t clusters = 0; ///< 0: none
    std::string quantize; ///< numbers
    std::string factorize; ///< layers into two
    LayerOptions each; ///< of each layer alone
    std::string calibration = "min-max";
    std::vector<std::string> floatLayers;
    std::string criterion; ///< empty: l1 of channels, magnitude of weights
    std::string scope = "global";
    std::vector<std::string> layers;
    std::int64_t retrain = 0;
    std::vector<std::string> settings;
    std::string name;
    std::string runDir;
    std::uint64_t seed = 1;
    std::int64_t samples = compress::PruningOptions().samples;
    std::string device;
    std::string dataDir;
    int threads = 0;

    /// How a new run is written and trained.
    compress::PrunedRunOptions runOptions(Console& console, const std::stop_token& stop) const;
};

/// A network of the chain from the original to the result.
struct CompressStage {
    std::string name; ///< "pruned"
    compress::NetworkSize size;
    std::int64_t bytes = 0; ///< of its file of weights
    double sparsity = 0.0; ///< the share of zeros among kernels and embeddings, where single weights are pruned
    train::Evaluation evaluation;
};

/// Evaluates a run, and says so to programs.
CompressStage stageOf(Console& console, const std::string& name, const std::filesystem::path& run,
                      const compress::NetworkSize& size, std::optional<double> sparsity, const CompressOptions& options,
                      const std::stop_token& stop);

/// Trains a run that compression wrote. False if it was stopped: then it says how to go on, and what comes `after` that training.
bool retrained(Console& console, const std::filesystem::path& run, const compress::PrunedRunOptions& how,
               const std::string& after = {});

/// Gives a run the name of the options, if there is one.
void nameRun(const std::filesystem::path& run, const CompressOptions& options);

/// Sets single weights to zero, in one step or several, or lets them share values, or both.
int compressWeights(Console& console, const CompressOptions& options, const SignalWatch& signals);

/// Splits layers into two of a lower rank.
int compressFactors(Console& console, const CompressOptions& options, const SignalWatch& signals);

/// Rounds to 8 bits, and measures what that makes of accuracy and time.
int compressNumbers(Console& console, const CompressOptions& options, const SignalWatch& signals);

} // namespace netsmith::cli
