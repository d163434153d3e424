#pragma once

#include "engine/inspect/embeddings/sample_matrix.h"

namespace netsmith::inspect {

/// How near each sample is to its neighbors: symmetric, 0 for all others, 1 in sum.
struct Affinities {
    std::vector<std::int64_t> begin{0}; ///< of each sample in the next two, and the end
    std::vector<std::int32_t> neighbors{}; ///< ascending
    std::vector<float> shares{}; ///< never 0

    std::int64_t samples() const { return std::ssize(begin) - 1; }
};

/// The perplexity that is used for this number of samples: the wanted one, or a third of the number of all others.
double usedPerplexity(double wanted, std::int64_t samples);

/// A normal distribution around each sample, as wide as its effective number of neighbors, the perplexity, wants it (van der Maaten
/// and Hinton, "Visualizing data using t-SNE", 2008), over the 3·perplexity nearest ones (van der Maaten, "Accelerating t-SNE using
/// tree-based algorithms", 2014), averaged over both directions. The neighbors are exact, from a tree of all samples.
/// `perplexity`: at least 1, and what `usedPerplexity` returns. Throws `embedding.stopped`.
Affinities affinitiesOf(const SampleMatrix& samples, double perplexity, const std::stop_token& stop = {});

} // namespace netsmith::inspect
