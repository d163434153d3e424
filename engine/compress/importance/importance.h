#pragma once

#include "engine/compress/structure/structure.h"
#include "engine/store/safetensors.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::compress {

/// How the importance of a channel is estimated.
enum class Criterion {
    l1, ///< the sum of its filter's absolute weights: Li et al. 2017, "Pruning filters for efficient ConvNets"
    l2, ///< the root of the sum of their squares
    batchNorm, ///< the absolute scale of the batch normalization after it: Liu et al. 2017, "Network slimming"
    taylor, ///< how much the loss changes to first order without it: Molchanov et al. 2019
    random, ///< none: the control that the others are compared with
};
inline constexpr std::array criteria{Criterion::l1, Criterion::l2, Criterion::batchNorm, Criterion::taylor, Criterion::random};
/// "l1", "batch-norm": as on the command line and in JSON.
std::string_view idOf(Criterion criterion);
/// Throws `compress.criterion`.
Criterion criterionNamed(std::string_view id);

/// What one layer says about the importance of its channels, in any unit.
struct LayerScores {
    std::string node;
    bool scales = false; ///< a normalization, which says more than the layer before it
    std::vector<int> groups{}; ///< of each channel
    std::vector<double> values{}; ///< likewise, at least 0
};

/// The norms of the filters of each layer: L1 or L2.
std::vector<LayerScores> filterNorms(const Structure& structure, const SafetensorsFile& weights, Criterion criterion);
/// The absolute scales of each normalization.
std::vector<LayerScores> channelScales(const Structure& structure, const SafetensorsFile& weights);
/// Uniform numbers, one for each group, that depend only on the seed.
std::vector<double> randomScores(const Structure& structure, std::uint64_t seed);

/// The importance of each group: the mean over its channels of their values in proportion to the mean of their layer, so that
/// layers compare; only those of normalizations where it has some. NaN for a group that no layer says anything about.
std::vector<double> importanceOf(const Structure& structure, std::span<const LayerScores> layers);

/// The numbers of an array, that of the moving average if there is one. Throws `compress.array` where it is missing.
std::vector<double> numbersIn(const SafetensorsFile& weights, const std::string& id);

} // namespace netsmith::compress
