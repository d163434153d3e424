#pragma once

#include "engine/compress/weights/sparsity.h"

namespace netsmith::compress {

/// The different values of an array of weights.
struct SharedArray {
    std::string id; ///< "dense_1.kernel"
    std::int64_t weights = 0;
    std::int64_t values = 0; ///< that are not 0
    double error = 0.0; ///< the root of the mean squared change
};

/// A network whose weights share few values.
struct SharedNetwork {
    Project project; ///< the run's
    std::vector<std::byte> weights; ///< a file for `InitialWeights`
    std::vector<SharedArray> arrays; ///< kernels and embeddings, in the order of execution
};

inline constexpr std::int64_t fewestClusters = 2;
inline constexpr std::int64_t mostClusters = 256;

/// Gives each kernel and embedding of a run at most `clusters` values other than 0; zeros stay. Han et al. 2016, "Deep
/// compression". Throws what `withItsZeros` says.
SharedNetwork sharing(const SavedRun& run, std::int64_t clusters, std::span<const std::string> layers);

/// The centres of at most `clusters` clusters of numbers by k-means (Lloyd 1982), ascending; from centres that are evenly spread
/// between the smallest and the largest number, so that the few large weights have centres of their own. The same for the same
/// numbers, in whatever order. Numbers with no more different values than that are their own centres.
std::vector<float> clusterCentres(std::vector<float> numbers, std::int64_t clusters);
/// The centre that is nearest to a number; the smaller of two.
float nearestCentre(std::span<const float> centres, float number);

} // namespace netsmith::compress
