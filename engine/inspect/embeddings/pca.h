#pragma once

#include "engine/inspect/embeddings/sample_matrix.h"

namespace netsmith::inspect {

struct PcaOptions {
    int components = 2;
    std::int64_t exactUpTo =
        1024; ///< samples or features, whichever are fewer; with more, all but the first components are left out
    std::stop_token stop{};
};

/// Samples seen along the directions in which they differ most.
struct Pca {
    SampleMatrix scores; ///< samples × components
    SampleMatrix axes; ///< components × features, of length 1
    std::vector<double> variances; ///< of the scores, over the number of samples less one, from the largest on
    std::vector<double> shares; ///< the same as shares of the variance of all features; 0 where the samples don't differ
};

/// Principal component analysis. The features are centred and not scaled. An axis points to where its number of the largest size is
/// positive, and so does not depend on the algorithm. Components beyond the rank of the samples are 0.
///
/// It decomposes the covariance of the features, or the products of the samples where these are fewer; if both are many, a block
/// Lanczos iteration finds the first components (Musco and Musco, "Randomized block Krylov methods for stronger and faster
/// approximate singular value decomposition", 2015), from fixed random numbers. The same bits with any number of threads.
///
/// Memory besides the samples, which are centred in place: a number per feature and component, and n² of 8 bytes for n of
/// `exactUpTo`. Throws `embedding.few` for fewer than two samples, `embedding.not_finite` for a NaN or an infinity,
/// `embedding.stopped`.
Pca principalComponents(SampleMatrix samples, const PcaOptions& options = {});

} // namespace netsmith::inspect
