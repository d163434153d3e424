#pragma once

#include <cmath>
#include <cstdint>

namespace netsmith::cpu {

// Metrics look at a few numbers a sample once a step: plain loops, of which none is worth a second thread.

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

/// The class that a row should be, for a distribution its first maximum; −1 where it is not there.
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
