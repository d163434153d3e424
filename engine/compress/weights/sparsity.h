#pragma once

#include "engine/compress/shrink/removal.h"
#include "engine/predict/saved_run.h"
#include "engine/train/pruning/weight_removal.h"

namespace netsmith::compress {

using train::WeightCriterion;

struct SparsityOptions {
    double share = 0.5; ///< of the weights that are zero in the end
    /// Of each four weights of consecutive inputs that a unit or filter has, the two smallest become zero instead: the 2:4 pattern
    /// that tensor cores multiply by (Mishra et al. 2021). The share is ½ then, and scope and criterion have no say.
    bool isTwoOfFour = false;
    /// The share is reached while the network is trained, see `PruningSchedule`, and not before.
    bool isGradual = false;
    WeightCriterion criterion = WeightCriterion::magnitude;
    Scope scope = Scope::global;
    std::vector<std::string> layers{}; ///< only these; within a block "BLOCK/LAYER"; empty: all with kernels or embeddings
    std::uint64_t seed = 1; ///< of random choice
};

/// "0.9", "2:4": share and pattern. Throws `compress.sparsity`, and what `requireShare` says.
SparsityOptions sparsityParsed(std::string_view text);

/// The zeros of an array of weights.
struct SparseArray {
    std::string id; ///< "dense_1.kernel"
    std::int64_t weights = 0;
    std::int64_t zerosBefore = 0;
    std::int64_t zeros = 0;
    std::optional<Message> kept{}; ///< why none of its weights became zero
};

/// A network some of whose weights were set to zero.
struct SparseNetwork {
    Project project; ///< the run's, whose layers keep these zeros
    std::vector<std::byte> weights; ///< a file for `InitialWeights`
    std::vector<SparseArray> arrays; ///< kernels and embeddings, in the order of execution

    std::int64_t count() const; ///< of the weights
    std::int64_t zeros() const;
    std::int64_t zerosBefore() const;
};

/// The zeros of a run's kernels and embeddings. Throws the project's first error, `compress.sparse_layer` for a layer that is
/// unknown or has neither, `compress.no_kernels` if none has.
SparseNetwork withItsZeros(const SavedRun& run, std::span<const std::string> layers);

/// Throws `compress.sparse_already` unless more weights have to go for this share of zeros.
void requireMoreZeros(const SparseNetwork& network, double share);

/// Sets weights to zero until their share of all is at least `options.share`; those that are zero stay. Biases and normalizations
/// are left alone. Where weights are averaged, the averages decide, and go too. Throws what `withItsZeros` and `requireShare` say,
/// and `compress.layer_gone` if nothing would be left of an array; of the 2:4 pattern `compress.no_fours` if no layer can have it.
SparseNetwork sparsified(const SavedRun& run, const SparsityOptions& options);

/// The network as it is, with a training that reaches the share. Throws what `withItsZeros` says.
SparseNetwork scheduledSparsity(const SavedRun& run, const SparsityOptions& options);

} // namespace netsmith::compress
