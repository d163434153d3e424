#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda::kernels {

/// Bytes that `accuracy` needs besides its result.
std::int64_t accuracyWorkspace(std::int64_t rows);

/// out = the number of rows of [rows, columns] whose first maximum is the class `target` (i32), or the target's own first maximum
/// (f32), over `rowsPerSample`. A row with a NaN is wrong.
template <class Target>
void accuracy(Stream& stream, const float* prediction, const Target* target, double rowsPerSample, float* out, void* workspace,
              std::int64_t rows, std::int64_t columns);

} // namespace netsmith::cuda::kernels
