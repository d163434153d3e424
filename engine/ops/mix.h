#pragma once

#include "engine/ops/emitter.h"
#include "engine/ops/erase.h"

namespace netsmith {

/// Mixes each sample of a batch with the one at the mirrored position. mixup (Zhang et al. 2018): λ·a + (1 − λ)·b; cutmix
/// (Yun et al. 2019): a rectangle of b, of the fraction 1 − λ, in a. Targets are mixed in the same proportions. λ ~ Beta(α, α).
struct MixSettings {
    static constexpr double mostAlpha = 4.0;

    bool cut = false; ///< cutmix
    double alpha = 0.2;
    double probability = 1.0; ///< the probability that a sample is mixed
    std::int64_t height = 1; ///< of the images
    std::int64_t width = 1;
    std::uint32_t key = 0;
    std::uint64_t seed = 0;
};

/// How one sample is mixed: its own weight, and the rectangle that is covered in cutmix.
struct Mixture {
    double share = 1.0;
    PixelBox box;
};

/// λ by Jöhnk's method (1964): of two uniform draws u and v, u^(1/α) / (u^(1/α) + v^(1/α)) where the sum is at most 1.
constexpr double drawnShare(const MixSettings& settings, std::uint64_t sample)
{
    constexpr std::uint32_t tries = 512; // fewer than 1 in 1000 samples needs this many at the largest α
    for (std::uint32_t block = 2; block < 2 + tries; ++block) {
        const Philox::Words words = wordsOf(settings.seed, settings.key, sample, block);
        for (int i = 0; i < 4; i += 2) {
            const auto first = static_cast<std::size_t>(i);
            const double u = std::pow(static_cast<double>(Philox::uniform(words[first])), 1.0 / settings.alpha);
            const double v = std::pow(static_cast<double>(Philox::uniform(words[first + 1])), 1.0 / settings.alpha);
            if (u + v <= 1.0 && u + v > 0.0)
                return u / (u + v);
        }
    }
    return 0.5;
}

/// Runs on a GPU too.
constexpr Mixture mixtureOf(const MixSettings& settings, std::uint64_t sample)
{
    const Philox::Words words = wordsOf(settings.seed, settings.key, sample);
    if (static_cast<double>(Philox::uniform(words[0])) >= settings.probability)
        return {};
    const double share = drawnShare(settings, sample);
    if (!settings.cut)
        return {share, {}};
    // The rectangle's centre is anywhere, so it may be clipped; its weight is the remaining area.
    const double side = std::sqrt(1.0 - share);
    const auto rows = static_cast<std::int64_t>(side * static_cast<double>(settings.height));
    const auto columns = static_cast<std::int64_t>(side * static_cast<double>(settings.width));
    const auto row = static_cast<std::int64_t>(drawnWhole(0.0, static_cast<double>(settings.height - 1), words[1]));
    const auto column = static_cast<std::int64_t>(drawnWhole(0.0, static_cast<double>(settings.width - 1), words[2]));
    PixelBox box{row - rows / 2, column - columns / 2, row - rows / 2 + rows, column - columns / 2 + columns};
    box.top = box.top < 0 ? 0 : box.top;
    box.left = box.left < 0 ? 0 : box.left;
    box.bottom = box.bottom < settings.height ? box.bottom : settings.height;
    box.right = box.right < settings.width ? box.right : settings.width;
    const auto covered = static_cast<double>((box.bottom - box.top) * (box.right - box.left));
    return {1.0 - covered / static_cast<double>(settings.height * settings.width), box};
}

struct MixAttributes : Attributes {
    explicit MixAttributes(const MixSettings& settings, std::int64_t classes = 0)
        : settings(settings)
        , classes(classes)
    {
    }
    MixSettings settings;
    std::int64_t classes; ///< of targets that are numbers of classes; they become distributions
    std::string text() const override;
};

namespace ops {
extern const OpSpec mixImages; ///< x (N,H,W,C), counters → y
extern const OpSpec mixTargets; ///< classes (N) i32 or numbers (N, …) f32, counters → (N, classes) or (N, …) f32
} // namespace ops

} // namespace netsmith
