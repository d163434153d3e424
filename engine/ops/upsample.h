#pragma once

#include "engine/ops/emitter.h"

#include <array>

namespace netsmith {

enum class Interpolation : std::uint8_t { nearest, linear };
std::string_view nameOf(Interpolation interpolation);

/// The factor of each axis between the batch and the channels.
struct UpsampleAttributes : Attributes {
    explicit UpsampleAttributes(std::vector<std::int64_t> factors, Interpolation interpolation = Interpolation::nearest)
        : factors(std::move(factors))
        , interpolation(interpolation)
    {
    }
    std::vector<std::int64_t> factors;
    Interpolation interpolation;
    std::string text() const override;
};

/// The same over depth, height and width, with unchanged axes counted as images or channels where possible: what a kernel loops
/// over. A missing axis has one entry.
struct UpsampleExtent {
    std::int64_t images = 1;
    std::array<std::int64_t, 3> sizes{1, 1, 1}; ///< of the input
    std::array<std::int64_t, 3> factors{1, 1, 1};
    std::int64_t channels = 1;
    Interpolation interpolation = Interpolation::nearest;

    UpsampleExtent() = default;
    UpsampleExtent(const Shape& x, const UpsampleAttributes& attributes);
    constexpr std::int64_t output(std::size_t axis) const { return sizes[axis] * factors[axis]; }
    std::int64_t inputElements() const;
    std::int64_t outputElements() const;
};

/// Along one axis of linear interpolation, where output o lies at (o + ½)/factor − ½ of the input (half-pixel centres, as in Keras
/// and PyTorch without align_corners): its two neighbouring inputs, and the weight of the second. Beyond an end both are the end's.
struct LinearReads {
    std::int64_t first;
    std::int64_t second;
    float share;
};
constexpr LinearReads linearReads(std::int64_t output, std::int64_t factor, std::int64_t inputs)
{
    // Integers up to the weight, which is therefore the same at every position.
    const std::int64_t place = 2 * output + 1 - factor; // in parts of 2·factor
    const std::int64_t first = place < 0 ? -1 : place / (2 * factor);
    const auto share = static_cast<float>(place - first * 2 * factor) / static_cast<float>(2 * factor);
    return {first < 0 ? 0 : first, first + 1 < inputs ? first + 1 : inputs - 1, share};
}

/// Along one axis of an extent, the outputs [begin, end) that read an input.
struct UpsampleReaders {
    std::int64_t begin;
    std::int64_t end;
};
constexpr UpsampleReaders readersOf(Interpolation interpolation, std::int64_t input, std::int64_t factor, std::int64_t inputs)
{
    if (interpolation == Interpolation::nearest)
        return {input * factor, (input + 1) * factor};
    const std::int64_t begin = (input - 1) * factor + (factor + 1) / 2;
    const std::int64_t end = (input + 1) * factor + factor / 2;
    return {begin < 0 ? 0 : begin, end < inputs * factor ? end : inputs * factor};
}

/// The weight of an input in one of its readers.
constexpr float shareOf(Interpolation interpolation, std::int64_t output, std::int64_t input, std::int64_t factor,
                        std::int64_t inputs)
{
    if (interpolation == Interpolation::nearest)
        return 1.0f;
    const std::int64_t apart = 2 * output + 1 - factor - 2 * factor * input; // in parts of 2·factor
    if ((input == 0 && apart < 0) || (input == inputs - 1 && apart > 0))
        return 1.0f;
    return 1.0f - static_cast<float>(apart < 0 ? -apart : apart) / static_cast<float>(2 * factor);
}

namespace ops {
extern const OpSpec upsample; ///< x [N, positions …, C] → y, along up to three axes
extern const OpSpec upsampleBackward; ///< dy → dx: each input sums its weighted gradients of the outputs that read it
} // namespace ops

} // namespace netsmith
