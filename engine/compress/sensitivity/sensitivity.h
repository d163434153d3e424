#pragma once

#include "engine/compress/pruning.h"
#include "engine/train/evaluation.h"

#include <functional>
#include <span>

namespace netsmith::compress {

/// What is taken from a layer.
enum class SensitivityOf {
    channels, ///< whole channels, with what is tied to them
    weights, ///< single weights of one array, the smallest first
};
/// "channels", "weights".
std::string_view idOf(SensitivityOf of);
/// Throws `compress.sensitivity_of`.
SensitivityOf sensitivityNamed(std::string_view id);

struct SensitivityOptions {
    SensitivityOf of = SensitivityOf::channels;
    std::vector<double> shares{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}; ///< that are tried, each above 0 and below 1
    std::int64_t samples =
        1024; ///< of the validation samples, chosen by the seed, the same for every share; all if there are fewer
    /// How channels are ranked, and which layers are looked at; the seed, the folder of data and the stop count for weights too.
    PruningOptions pruning{};
    std::function<void(std::int64_t done, std::int64_t total)> progress{};
};

/// A network that lost a part of one layer.
struct SensitivityPoint {
    double share = 0.0; ///< that was tried
    std::int64_t removed = 0; ///< channels that went, or weights that are zero
    double value = 0.0; ///< of the network without them; NaN or infinite where it computes no number
};

struct LayerSensitivity {
    std::string layer; ///< whose channels go; of weights the array's id, "conv2d_1.kernel"
    std::vector<std::string> tied{}; ///< other layers that lose the same channels
    std::int64_t count = 0; ///< channels that compete, or weights
    std::vector<SensitivityPoint> points{}; ///< one for each share, in ascending order
};

/// What each layer alone is worth to a network, as it is, without any training.
struct Sensitivity {
    SensitivityOf of = SensitivityOf::channels;
    std::string judged{}; ///< the value that is looked at: "accuracy", or the loss if there is no metric
    double value = 0.0; ///< of the whole network, on the same samples
    std::int64_t samples = 0;
    std::vector<LayerSensitivity> layers{}; ///< in the order of execution

    /// How much worse than the whole network a value is, in the value's unit; negative if it is better, infinite for no number.
    double drop(double other) const;
};

/// For programs: the value is null where there was no number.
Json pointsJson(std::span<const SensitivityPoint> points);

/// Evaluates a run's network without a part of one layer at a time: Li et al. 2017, "Pruning filters for efficient ConvNets",
/// section 3.2; of weights Han et al. 2015, "Learning both weights and connections". Channels are not cut out but set to 0 where
/// they are made and where they are read, which predicts the same, so that one compiled network does for all. Throws what
/// `EvaluatedNetwork`, `RemovalOrder`, `withItsZeros`, `requireShare` and the criterion say, `compress.no_shares` without any, and
/// `data.cancelled`.
Sensitivity sensitivityOf(const SavedRun& run, const train::JudgedSamples& judged, const SensitivityOptions& options);
/// The same on the run's own validation samples. Throws also what `samplesToJudge` says.
Sensitivity sensitivityOf(const SavedRun& run, const SensitivityOptions& options);

} // namespace netsmith::compress
