#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda::kernels {

// Row r is sample s = order[position + r] of `elements` numbers, which begins at x + s · stride; `counters` on the device has the
// position.

/// y[r] = (x[sample] − subtract) / divide for `rows` rows; in f32, so that pixel / 255 has the bits of the same quotient in Keras.
/// From u8, i32, i64, f32 or f64 to float, BFloat16 or Float16.
template <class From, class To>
void gather(Stream& stream, const From* x, const std::int32_t* order, const std::int64_t* counters, float subtract, float divide,
            To* y, std::int64_t rows, std::int64_t elements, std::int64_t stride);

/// y[r] = x[sample] as integers, from u8, i32 or i64.
template <class From>
void gatherInts(Stream& stream, const From* x, const std::int32_t* order, const std::int64_t* counters, std::int32_t* y,
                std::int64_t rows, std::int64_t elements, std::int64_t stride);

} // namespace netsmith::cuda::kernels
