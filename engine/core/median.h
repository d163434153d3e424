#pragma once

#include <algorithm>
#include <vector>

namespace netsmith {

/// The value in the middle, of an even number of values the mean of the two in the middle; 0 without values.
inline double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0.0;
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2.0;
}

} // namespace netsmith
