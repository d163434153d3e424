#pragma once

#include "engine/ops/emitter.h"
#include "engine/ops/warp_steps.h"

namespace netsmith {

/// Averages each pixel with its neighbours along one axis, weighted by a Gaussian whose deviation each sample draws; edge pixels
/// are repeated beyond the edge. Applied along both axes it is a Gaussian blur.
struct BlurSettings {
    int axis = 1; ///< 1: along the height, 2: along the width
    int radius = 1; ///< pixels to each side
    double lowest = 0.1; ///< of the deviation, in pixels
    double highest = 2.0;
    std::uint32_t key = 0;
    std::uint64_t seed = 0;
};

struct BlurAttributes : Attributes {
    static constexpr int mostRadius = 32;

    explicit BlurAttributes(const BlurSettings& settings)
        : settings(settings)
    {
    }
    BlurSettings settings;
    std::string text() const override;
};

/// The weight of the pixel `distance` away, before normalization; and the sum of the weights. Runs on a GPU too.
struct BlurWeights {
    double weights[BlurAttributes::mostRadius + 1] = {};
    double sum = 0.0;
};
constexpr BlurWeights blurWeights(const BlurSettings& settings, std::uint64_t sample)
{
    const double sigma = drawnBetween(settings.lowest, settings.highest, wordsOf(settings.seed, settings.key, sample)[0]);
    BlurWeights out;
    for (int i = 0; i <= settings.radius; ++i) {
        out.weights[i] = std::exp(-0.5 * (i / sigma) * (i / sigma));
        out.sum += i == 0 ? out.weights[i] : 2.0 * out.weights[i];
    }
    return out;
}

namespace ops {
extern const OpSpec blur; ///< x (N,H,W,C), counters → y
} // namespace ops

} // namespace netsmith
