#pragma once

#include <cstdint>
#include <span>

namespace netsmith::kernels {

/// out[r] = table[class of target r], times weight[r / each] if `weight` is there; NaN for a class that is not in the table. A
/// target is a class, or a row of `columns` shares whose first maximum is the class. A few numbers per sample: not worth a second
/// thread.
template <class Target>
void targetWeights(const Target* target, std::int64_t columns, std::span<const float> table, const float* weight, std::int64_t each,
                   float* out, std::int64_t rows) noexcept;

} // namespace netsmith::kernels
