#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// A convolution of N,H,W,C images with 3×3 kernels, without strides, by Winograd's F(4×4, 3×3) (Lavin and Gray 2016): tiles of 6×6
/// pixels become 36 numbers of each channel, each of which is multiplied by a matrix of its own, and 36 numbers of each filter
/// become 4×4 pixels. A quarter of the multiplications, and about 5 times the error of the direct sum.
struct WinogradShape {
    std::int64_t images = 0;
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::int64_t channels = 0;
    std::int64_t filters = 0;
    std::int64_t outHeight = 0;
    std::int64_t outWidth = 0;
    std::int64_t top = 0; ///< rows of zeros above the image
    std::int64_t left = 0;

    static constexpr std::int64_t side = 4; ///< of a tile's results
    static constexpr std::int64_t numbers = 36;

    std::int64_t tilesDown() const { return (outHeight + side - 1) / side; }
    std::int64_t tilesAcross() const { return (outWidth + side - 1) / side; }
    std::int64_t tiles() const { return images * tilesDown() * tilesAcross(); }
    /// Those that go through all three phases together: enough to read the matrices rarely, and few enough to stay in the cache.
    std::int64_t tilesTogether() const;
    std::int64_t paddedFilters() const; ///< to whole panels of the widest instruction set
    std::int64_t packedFloats() const { return numbers * channels * paddedFilters(); }
    std::int64_t scratchFloats() const { return numbers * tilesTogether() * (channels + paddedFilters()); }
    /// The same for the gradient over the weights, which adds to all sums after each group of tiles.
    std::int64_t tilesOfGradient() const;
    std::int64_t gradientFloats() const
    {
        return numbers * (tilesOfGradient() + channels) * paddedFilters() + numbers * tilesOfGradient() * channels;
    }
};

/// Where the numbers of one group of tiles are.
struct WinogradBlock {
    std::int64_t first; ///< tile
    std::int64_t tiles;
    float* image; ///< [36, tiles, channels]
    float* result; ///< [36, tiles, paddedFilters]
};

/// The 36 matrices from kernels [3, 3, channels, filters]. `turned`: from those [3, 3, filters, channels] of the convolution whose
/// gradient over its images this one is.
void packWinograd(const WinogradShape& shape, const float* weights, bool turned, float* packed) noexcept;

/// y [images, outHeight, outWidth, filters]; the bias may be null; then max(·, 0) if `rectify`.
void winograd(const WinogradShape& shape, const float* x, const float* packed, const float* bias, bool rectify, float* scratch,
              float* y) noexcept;

/// dw [3, 3, channels, filters] from x and dy, which is shaped as y: the transformed tiles of both, multiplied and summed. The sums
/// go from the first tile to the last, whatever the threads. `scratch` has room for `gradientFloats`.
void winogradWeights(const WinogradShape& shape, const float* x, const float* dy, float* scratch, float* dw) noexcept;

} // namespace netsmith::kernels
