#pragma once

#include "engine/compress/shrink/removal.h"
#include "engine/predict/saved_run.h"

namespace netsmith::compress {

/// Which weights go first.
enum class WeightCriterion {
    magnitude, ///< the smallest: Han et al. 2015, "Learning both weights and connections"
    random, ///< any: the control that magnitude is compared with
};
std::string_view idOf(WeightCriterion criterion);
/// Throws `compress.weight_criterion`.
WeightCriterion weightCriterionNamed(std::string_view id);

struct SparsityOptions {
    double share = 0.5; ///< of the weights that are zero in the end
    WeightCriterion criterion = WeightCriterion::magnitude;
    Scope scope = Scope::global;
    std::vector<std::string> layers{}; ///< only these; within a block "BLOCK/LAYER"; empty: all with kernels or embeddings
    std::uint64_t seed = 1; ///< of random choice
};

/// "0.9". Throws `compress.sparsity`, and what `requireShare` says.
double sparsityParsed(std::string_view text);

/// The zeros of an array of weights.
struct SparseArray {
    std::string id; ///< "dense_1.kernel"
    std::int64_t weights = 0;
    std::int64_t zerosBefore = 0;
    std::int64_t zeros = 0;
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
/// and `compress.layer_gone` if nothing would be left of an array.
SparseNetwork sparsified(const SavedRun& run, const SparsityOptions& options);

/// The share of zeros after a step of several, 1 … `steps`: fast at first, slower as fewer weights are left. The polynomial
/// schedule of Zhu and Gupta 2017, "To prune, or not to prune": to + (from − to)·(1 − step/steps)³. From the share that a step
/// reached, the steps after it are the same.
double scheduledShare(double from, double to, std::int64_t step, std::int64_t steps);

} // namespace netsmith::compress
