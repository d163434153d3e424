#pragma once

#include "engine/inspect/embeddings/affinities.h"

#include <functional>

namespace netsmith::inspect {

/// While points move.
struct TsneProgress {
    int iteration = 0; ///< done
    int iterations = 0; ///< of all
    std::span<const PlanePoint> points;
};

/// The defaults are those of openTSNE (Poličar, Stražar and Zupan, 2024).
struct TsneOptions {
    double perplexity = 30.0;
    double theta = 0.5; ///< of `Repulsion`
    double exaggeration = 12.0; ///< of the affinities at first
    int exaggerated = 250; ///< iterations with it
    int iterations = 500; ///< after these
    double momentum = 0.8;
    std::vector<PlanePoint> start{}; ///< places to move on from; empty: the first two principal components
    std::function<void(const TsneProgress&)> progress{}; ///< after each iteration
    std::stop_token stop{};
};

struct Tsne {
    std::vector<PlanePoint> points;
    double perplexity = 0.0; ///< that was used
    double divergence = 0.0; ///< of the points' neighborhoods from those of the samples, Kullback and Leibler's; in nats
};

/// What the points tell about the samples: the divergence from the affinities, and its gradient where a span is given. Exact but
/// for theta, see `Repulsion`. An exaggeration multiplies the affinities in the gradient, but not in the divergence.
double divergenceOf(const Affinities& affinities, std::span<const PlanePoint> points, double theta,
                    std::span<PlanePoint> gradient = {}, double exaggeration = 1.0);

/// t-distributed stochastic neighbor embedding (van der Maaten and Hinton 2008): places in the plane such that near samples are
/// near. Distances between far groups tell nothing. The samples, at most some fifty columns, are what `affinitiesOf` takes;
/// with fewer than 3·perplexity + 1 of them the perplexity is lower. Repulsion by Barnes and Hut, an iteration takes n·log n time;
/// the rate is n/exaggeration (Belkina et al., "Automated optimized parameters for t-SNE improve visualization and analysis of
/// large datasets", 2019). No random numbers but a fixed jitter of the start, the same bits with any number of threads. Throws what
/// `principalComponents` says.
Tsne tsne(const SampleMatrix& samples, const TsneOptions& options = {});

} // namespace netsmith::inspect
