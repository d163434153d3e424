#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

// A range is two numbers, whose grid is `QuantizationGrid::between`.

/// y = the numbers of the grid nearest to x; y may be x.
void fakeQuantize(Stream& stream, const float* x, const float* range, float* y, std::int64_t count);
/// dx = dy where the range contains x, else 0; dx may be dy.
void fakeQuantizeBackward(Stream& stream, const float* x, const float* range, const float* dy, float* dx, std::int64_t count);
/// What dy says about the two ends of the range: an end moves with the numbers that it cuts off, and both with the rounding of the
/// others.
void fakeQuantizeRangeGradient(Stream& stream, const float* x, const float* range, const float* dy, float* gradient,
                               std::int64_t count);
/// The step of each channel of w [rows, channels]: `gridScale` of its largest weight.
void weightScales(Stream& stream, const float* w, std::int64_t rows, std::int64_t channels, float* scales);
/// The nearest multiples of each channel's step. `scales` gets the `channels` steps.
void fakeQuantizeWeights(Stream& stream, const float* w, float* quantized, std::int64_t rows, std::int64_t channels, float* scales);
/// x [rows, columns]: the nearest multiples of each row's step; y may be x.
void fakeQuantizeRows(Stream& stream, const float* x, float* y, std::int64_t rows, std::int64_t columns);
/// The steps of the rows: `gridScale` of the largest number of each.
void rowScales(Stream& stream, const float* x, std::int64_t rows, std::int64_t columns, float* scales);
/// next = momentum · range + (1 − momentum) · x's own range, or x's own where the range is still 0, 0.
void observeRange(Stream& stream, const float* x, std::int64_t count, const float* range, float momentum, float* next);
/// The codes of the numbers of the grid nearest to x.
void quantize(Stream& stream, const float* x, const float* range, std::uint8_t* codes, std::int64_t count);

} // namespace netsmith::cuda::kernels
