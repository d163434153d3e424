#pragma once

#include <cmath>

namespace netsmith {

/// A positive number rounded to three digits, for a sentence; another one as it is.
inline double threeDigits(double value)
{
    if (!(value > 0.0))
        return value;
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2.0);
    return unit < 1.0 ? std::round(value / unit) / std::round(1.0 / unit) : std::round(value / unit) * unit;
}

} // namespace netsmith
