#pragma once

#include <cstdint>

namespace netsmith::kernels {

// A range is two numbers, whose grid is `QuantizationGrid::between`.

/// y = the numbers of the grid nearest to x; y may be x.
void fakeQuantize(const float* x, const float* range, float* y, std::int64_t count) noexcept;
/// dx = dy where the range contains x, else 0; dx may be dy.
void fakeQuantizeBackward(const float* x, const float* range, const float* dy, float* dx, std::int64_t count) noexcept;
/// What dy says about the two ends of the range: an end moves with the numbers that it cuts off, and both with the rounding of the
/// others.
void fakeQuantizeRangeGradient(const float* x, const float* range, const float* dy, float* gradient, std::int64_t count) noexcept;
/// w [rows, channels]: the nearest multiples of each channel's step. `scales` gets the `channels` steps.
void fakeQuantizeWeights(const float* w, float* quantized, std::int64_t rows, std::int64_t channels, float* scales) noexcept;
/// The step of each channel of w: `gridScale` of its largest weight.
void weightScales(const float* w, std::int64_t rows, std::int64_t channels, float* scales) noexcept;
/// x [rows, columns]: the nearest multiples of each row's step; y may be x.
void fakeQuantizeRows(const float* x, float* y, std::int64_t rows, std::int64_t columns) noexcept;
/// Each number of a row as a multiple of its step, `gridScale` of the largest one, plus 128. Returns the step. T is float or
/// BFloat16.
template <class T>
float encodeRow(const T* x, std::uint8_t* codes, std::int64_t columns) noexcept;
/// next = momentum · range + (1 − momentum) · x's own range, or x's own where the range is still 0, 0.
void observeRange(const float* x, std::int64_t count, const float* range, float momentum, float* next) noexcept;
/// The codes of the numbers of the grid nearest to x.
void quantize(const float* x, const float* range, std::uint8_t* codes, std::int64_t count) noexcept;

} // namespace netsmith::kernels
