#pragma once

#include "engine/core/bfloat16.h"

#include <cstdint>

namespace netsmith::kernels {

// Row r is sample s = order[position + r] of `elements` numbers, which begins at x + s · stride; the counters have the position.

/// y[r] = (x[sample] − subtract) / divide for `rows` rows; in f32, so that pixel / 255 has the bits of
/// the same quotient in Keras. From u8, i32, i64, f32 or f64 to f32 or BFloat16.
template <class From, class To>
void gather(const From* samples, const std::int32_t* order, const std::int64_t* counters, float subtract, float divide, To* y,
            std::int64_t rows, std::int64_t elements, std::int64_t stride) noexcept;

/// y[r] = x[sample] as integers, from u8, i32 or i64.
template <class From>
void gatherInts(const From* samples, const std::int32_t* order, const std::int64_t* counters, std::int32_t* y, std::int64_t rows,
                std::int64_t elements, std::int64_t stride) noexcept;

} // namespace netsmith::kernels
