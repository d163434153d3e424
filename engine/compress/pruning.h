#pragma once

#include "engine/compress/importance/importance.h"
#include "engine/compress/shrink/removal.h"
#include "engine/compress/shrink/shrunk.h"
#include "engine/predict/saved_run.h"

#include <functional>
#include <stop_token>

namespace netsmith::compress {

/// What numbers of channels are a multiple of where speed is asked for: the floats of an AVX-512 register, in which the CPU's
/// convolutions store channels; the tensor cores of GPUs take multiples of 8.
inline constexpr std::int64_t fastMultiple = 16;

/// How much of a network is removed.
struct PruningGoal {
    double share = 0.5; ///< of the channels, or of the FLOPs
    bool ofFlops = false; ///< as few channels as reach that share of the FLOPs

    /// "0.5", "flops:0.5". Throws `compress.goal`, and what `requireShare` says.
    static PruningGoal parsed(std::string_view text);
};

struct PruningOptions {
    PruningGoal goal{};
    Criterion criterion = Criterion::l1;
    Scope scope = Scope::global;
    std::vector<std::string> layers{}; ///< see `RemovalOrder`
    /// A share for each layer, see `RemovalOrder::removedShares`, in place of the goal, the scope and the layers; empty: none.
    std::vector<LayerShare> shares{};
    /// Of the channels left in each layer, see `channelsLeftOf`; 0: for a share of the FLOPs `fastMultiple`, or the largest half of
    /// it with which the share can be reached; else 1.
    std::int64_t multiple = 0;
    std::uint64_t seed = 1; ///< of random importance
    std::int64_t samples = 1024; ///< of the training set, for `Criterion::taylor`
    std::filesystem::path dataDir{}; ///< searched first for them
    std::stop_token stop{};
};

/// What became of a layer's channels.
struct PrunedLayer {
    std::string node;
    std::int64_t before = 0;
    std::int64_t after = 0;
    std::optional<Message> kept{}; ///< why none of them could be removed
};

/// A smaller network with the weights that it kept.
struct PrunedNetwork {
    Project project; ///< the run's, with fewer channels
    std::vector<std::byte> weights; ///< a file for `InitialWeights`
    std::vector<PrunedLayer> layers; ///< those whose number of channels is a parameter, in the order of execution
    NetworkSize before;
    NetworkSize after;
    std::int64_t multiple = 1; ///< of the channels left in each layer
    std::int64_t removed = 0; ///< groups of channels
    std::int64_t candidates = 0; ///< groups that could have been
};

/// Removes whole channels from a run's network. Throws what `structureOf`, `RemovalOrder` and the criterion say, `compress.flops`
/// where the goal can't be reached, and `data.cancelled`.
PrunedNetwork prune(const SavedRun& run, const PruningOptions& options);

/// The multiples that these options allow, the best first.
std::vector<std::int64_t> multiplesOf(const PruningOptions& options);

/// The checks of a run's project, with the fields that it was trained on. Throws the first error.
CheckedProject checkedRun(const SavedRun& run);

/// The importance of each group of a run's channels by a criterion. Throws `compress.no_scales` if it looks at batch normalizations
/// and there are none, and what `lossChanges` says.
std::vector<double> importanceIn(const SavedRun& run, const Structure& structure, const PruningOptions& options);

} // namespace netsmith::compress
