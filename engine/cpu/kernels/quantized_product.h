#pragma once

#include "engine/ops/window_steps.h"

#include <cstdint>

namespace netsmith::kernels {

/// A convolution of codes of 8 bits, or a dense layer as one of single pixels, by products of 16 bits: exact on every processor,
/// where those of 8 bits may saturate. A tile of pixels is gathered as rows of numbers, from which the zero is taken.
struct QuantizedShape {
    WindowShape window;
    std::int64_t filters = 1;

    static constexpr std::int64_t tileRows = 24; ///< gathered together: a multiple of what the registers hold
    static constexpr std::int64_t widestPanel = 32; ///< filters

    std::int64_t pixels() const { return window.images * window.outputHeight * window.outputWidth; }
    std::int64_t products() const { return window.kernelHeight * window.kernelWidth * window.channels; }
    std::int64_t pairs() const { return (products() + 1) / 2; }
    std::int64_t paddedFilters() const { return (filters + widestPanel - 1) / widestPanel * widestPanel; }
    /// Of the packed weights, in units of 32 bits: pairs of weights, then a factor and a bias for each filter.
    std::int64_t packedWords() const { return (pairs() + 2) * paddedFilters(); }
    /// Numbers of 16 bits that one thread gathers.
    std::int64_t gathered() const { return tileRows * pairs() * 2; }
};

/// What is done with the sums.
struct QuantizedFinish {
    bool rectify = false;
    const float* range = nullptr; ///< of the codes to store; null: floats are stored
};

/// From w [products, filters], the range of x, and the bias, which may be null.
void packQuantized(const QuantizedShape& shape, const float* w, const float* range, const float* bias, float* packed) noexcept;

/// y [pixels, filters], f32 or u8, on at most `threads` threads, for each of which `scratch` has room for `gathered` numbers.
void quantizedProduct(const QuantizedShape& shape, const std::uint8_t* x, const float* range, const float* packed,
                      const QuantizedFinish& finish, int threads, std::int16_t* scratch, void* y) noexcept;

} // namespace netsmith::kernels
