#pragma once

#include <cmath>
#include <cstdint>

namespace netsmith::cpu {

// Metrics read a few numbers per sample once per step: plain loops, none of which is worth a second thread.

/// The first maximum of a row; −1 where there is a NaN.
inline std::int64_t firstMaximum(const float* row, std::int64_t columns)
{
    std::int64_t best = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
        if (std::isnan(row[c]))
            return -1;
        best = row[c] > row[best] ? c : best;
    }
    return best;
}

/// The true class of a row, for a distribution its first maximum; −1 if out of range.
inline std::int64_t wantedClass(const std::int32_t* target, std::int64_t row, std::int64_t columns)
{
    return target[row] >= 0 && target[row] < columns ? target[row] : -1;
}
inline std::int64_t wantedClass(const float* target, std::int64_t row, std::int64_t columns)
{
    return firstMaximum(target + row * columns, columns);
}

/// Whether a yes-or-no target is neither.
inline bool isAbsent(std::int32_t target)
{
    return target < 0;
}
inline bool isAbsent(float target)
{
    return std::isnan(target);
}

} // namespace netsmith::cpu
