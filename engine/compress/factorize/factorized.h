#pragma once

#include "engine/compress/factorize/low_rank.h"
#include "engine/compress/shrink/shrunk.h"
#include "engine/predict/saved_run.h"

#include <optional>
#include <stop_token>

namespace netsmith::compress {

struct FactorizationOptions {
    RankGoal rank{}; ///< of each kernel
    std::vector<std::string> layers{}; ///< only these; empty: all that can be
    bool mustSave = true; ///< layers whose factors take no fewer multiplications stay as they are
    std::stop_token stop{};
};

/// What became of a layer.
struct FactorizedLayer {
    std::string node;
    std::string added{}; ///< the id of the new layer before it, whose units or filters are the rank
    std::int64_t rows = 0; ///< of its kernel as a matrix: what each number of its output is a sum of
    std::int64_t columns = 0; ///< its units or filters
    std::int64_t rank = 0;
    double error = 0.0; ///< see `Factors`
    std::optional<Message> kept{}; ///< why it stays as it was
};

/// A network some of whose layers became two.
struct FactorizedNetwork {
    Project project; ///< the run's, with the new layers
    std::vector<std::byte> weights; ///< a file for `InitialWeights`
    std::vector<FactorizedLayer> layers; ///< dense layers and convolutions, in the order of execution
    NetworkSize before;
    NetworkSize after;
};

/// Splits dense layers and convolutions: one of the same kind with as many units or filters as the rank, and neither bias nor
/// activation, then the layer itself, for a convolution with a kernel of size 1. It keeps its id, its bias and its activation.
/// Denil et al. 2013, "Predicting parameters in deep learning"; for convolutions the second scheme of Zhang et al. 2016,
/// "Accelerating very deep convolutional networks", there by responses, here by the kernels alone. Throws the project's first
/// error, `compress.factor_layer` for a layer that is unknown or can't be split, `compress.factor_none` if none is, and
/// `data.cancelled`.
FactorizedNetwork factorized(const SavedRun& run, const FactorizationOptions& options);

} // namespace netsmith::compress
