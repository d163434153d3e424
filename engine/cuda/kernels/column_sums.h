#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// Floats of workspace that `columnSums` needs.
std::int64_t columnPartials(std::int64_t rows, std::int64_t columns);

/// out[c] = Σ rows[r, c], f32; T is float, BFloat16 or Float16. The order of adding depends only on the shape.
template <class T>
void columnSums(Stream& stream, const T* rows, float* out, std::int64_t count, std::int64_t columns, float* partials);

} // namespace netsmith::cuda::kernels
