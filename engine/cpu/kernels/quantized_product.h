#pragma once

#include "engine/ops/window_steps.h"

#include <cstdint>
#include <string_view>

namespace netsmith::kernels {

/// How products of codes are made and added up, the slowest first; all are exact.
enum class CodeProducts : std::uint8_t {
    pairs, ///< two of 16 bits at once
    quads, ///< four of 8 bits, which AVX-512's VNNI adds up without saturating
    tiles, ///< 16 pixels with 16 filters at once: AMX
};
/// The fastest that the processor has, within the cap of `isa`.
CodeProducts fastestProducts();
/// "own int8, vnni".
std::string_view implementationOf(CodeProducts products);

/// A convolution of codes of 8 bits, or a dense layer as one of single pixels. A tile of pixels is gathered as rows of numbers: of
/// the codes themselves where bytes are multiplied, else of the codes less the zero in 16 bits.
struct QuantizedShape {
    WindowShape window;
    std::int64_t filters = 1;
    CodeProducts by = fastestProducts();

    static constexpr std::int64_t tileRows = 24; ///< gathered together: a multiple of what the registers hold
    static constexpr std::int64_t mostRows = 32; ///< by `CodeProducts::tiles`
    static constexpr std::int64_t tileWords = 16; ///< of a row of a tile
    static constexpr std::int64_t widestPanel = 32; ///< filters

    bool ofBytes() const { return by != CodeProducts::pairs; }
    std::int64_t pixels() const { return window.images * window.outputHeight * window.outputWidth; }
    std::int64_t products() const { return window.kernelHeight * window.kernelWidth * window.channels; }
    /// Words of 32 bits that hold the numbers of a row.
    std::int64_t filledWords() const { return ofBytes() ? (products() + 3) / 4 : (products() + 1) / 2; }
    /// With those of zeros that fill the last tile.
    std::int64_t words() const
    {
        return by == CodeProducts::tiles ? (filledWords() + tileWords - 1) / tileWords * tileWords : filledWords();
    }
    std::int64_t paddedFilters() const { return (filters + widestPanel - 1) / widestPanel * widestPanel; }
    /// Of the packed weights: as many words for each filter, then its factor and its bias.
    std::int64_t packedWords() const { return (words() + 2) * paddedFilters(); }
    /// Words that one thread gathers, and what is copied beyond them.
    std::int64_t gathered() const { return (by == CodeProducts::tiles ? mostRows : tileRows) * words() + tileWords; }
};

/// What is done with the sums.
struct QuantizedFinish {
    bool rectify = false;
    const float* range = nullptr; ///< of the codes to store; null: floats are stored
};

/// From w [products, filters], the range of x, and the bias, which may be null.
void packQuantized(const QuantizedShape& shape, const float* w, const float* range, const float* bias, float* packed) noexcept;

/// y [pixels, filters], f32 or u8, on at most `threads` threads, for each of which `scratch` has room for `gathered` words.
void quantizedProduct(const QuantizedShape& shape, const std::uint8_t* x, const float* range, const float* packed,
                      const QuantizedFinish& finish, int threads, std::int32_t* scratch, void* y) noexcept;

} // namespace netsmith::kernels
