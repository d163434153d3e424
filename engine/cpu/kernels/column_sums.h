#pragma once

#include "engine/cpu/kernels/bias.h"

namespace netsmith::kernels {

/// Floats of workspace that `columnSums` needs.
constexpr std::int64_t columnPartials(std::int64_t, std::int64_t)
{
    return 0;
}

/// out[c] = Σ rows[r, c], f32; T is float or BFloat16.
template <class T>
void columnSums(const T* rows, float* out, std::int64_t count, std::int64_t columns, float*) noexcept
{
    sumRows(rows, out, count, columns);
}

} // namespace netsmith::kernels
