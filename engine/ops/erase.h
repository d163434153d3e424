#pragma once

#include "engine/ops/emitter.h"
#include "engine/ops/warp_steps.h"

namespace netsmith {

/// Paints a rectangle over an image: Zhong et al., "Random erasing data augmentation", 2020.
struct EraseSettings {
    double probability = 0.5;
    double smallest = 0.02; ///< of the image's area
    double largest = 0.33;
    double narrowest = 0.3; ///< height over width, drawn so that a ratio is as likely as its inverse
    double widest = 3.3;
    double value = 0.0; ///< what is painted
    std::uint32_t key = 0;
    std::uint64_t seed = 0;
};

/// Rows [top, bottom) and columns [left, right).
struct PixelBox {
    std::int64_t top = 0;
    std::int64_t left = 0;
    std::int64_t bottom = 0;
    std::int64_t right = 0;

    constexpr bool contains(std::int64_t row, std::int64_t column) const
    {
        return row >= top && row < bottom && column >= left && column < right;
    }
};

/// The rectangle of one sample; empty if it is not erased. Runs on a GPU too.
constexpr PixelBox erasedBox(const EraseSettings& settings, std::int64_t height, std::int64_t width, std::uint64_t sample)
{
    const Philox::Words words = wordsOf(settings.seed, settings.key, sample);
    if (static_cast<double>(Philox::uniform(words[0])) >= settings.probability)
        return {};
    const Philox::Words places = wordsOf(settings.seed, settings.key, sample, 1);
    const double area = drawnBetween(settings.smallest, settings.largest, words[1]) * static_cast<double>(height * width);
    const double ratio = std::exp(drawnBetween(std::log(settings.narrowest), std::log(settings.widest), words[2]));
    const double tall = std::floor(std::sqrt(area * ratio) + 0.5), wide = std::floor(std::sqrt(area / ratio) + 0.5);
    const std::int64_t rows = tall < static_cast<double>(height) ? static_cast<std::int64_t>(tall) : height;
    const std::int64_t columns = wide < static_cast<double>(width) ? static_cast<std::int64_t>(wide) : width;
    const auto top = static_cast<std::int64_t>(drawnWhole(0.0, static_cast<double>(height - rows), places[0]));
    const auto left = static_cast<std::int64_t>(drawnWhole(0.0, static_cast<double>(width - columns), places[1]));
    return {top, left, top + rows, left + columns};
}

struct EraseAttributes : Attributes {
    explicit EraseAttributes(const EraseSettings& settings)
        : settings(settings)
    {
    }
    EraseSettings settings;
    std::string text() const override;
};

namespace ops {
extern const OpSpec erase; ///< x (N,H,W,C), counters → y
} // namespace ops

} // namespace netsmith
