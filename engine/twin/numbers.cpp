#include "engine/twin/numbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::twin {

Comparison compare(std::span<const double> exact, std::span<const double> low, double scale,
                   const std::optional<NumberRange>& range)
{
    const double small = range ? std::ldexp(1.0, range->smallestNormal) : HUGE_VAL;
    const double least = range && range->smallest < range->smallestNormal ? std::ldexp(1.0, range->smallest) : 0.0;
    Comparison result;
    result.numbers = std::ssize(exact);
    double apart = 0.0, size = 0.0, lowSize = 0.0, along = 0.0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const double a = exact[i], b = low[i] / scale;
        result.nonzero += a != 0.0 ? 1 : 0;
        result.lost += a != 0.0 && b == 0.0 && std::abs(a * scale) < small ? 1 : 0;
        // Numbers computed in FP32, because their layer is kept so, are not multiples of the smallest number.
        result.subnormal += least > 0.0 && low[i] != 0.0 && std::abs(low[i]) < small && std::fmod(low[i], least) == 0.0 ? 1 : 0;
        if (!std::isfinite(a))
            continue;
        if (!std::isfinite(b)) {
            ++result.overflowed;
            continue;
        }
        apart += (a - b) * (a - b);
        size += a * a;
        lowSize += b * b;
        along += a * b;
    }
    if (apart > 0.0 || (result.overflowed > 0 && size == 0.0))
        result.difference = size > 0.0 ? std::sqrt(apart / size) : HUGE_VAL;
    if (size > 0.0 || lowSize > 0.0)
        result.cosine = size > 0.0 && lowSize > 0.0 ? std::clamp(along / std::sqrt(size * lowSize), -1.0, 1.0) : 0.0;
    return result;
}

std::int64_t Exponents::total() const
{
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

void Exponents::add(const Exponents& other)
{
    zeros += other.zeros;
    notFinite += other.notFinite;
    if (other.counts.empty())
        return;
    if (counts.empty())
        first = other.first;
    if (other.first < first) {
        counts.insert(counts.begin(), static_cast<std::size_t>(first - other.first), 0);
        first = other.first;
    }
    const auto offset = static_cast<std::size_t>(other.first - first);
    counts.resize(std::max(counts.size(), offset + other.counts.size()), 0);
    for (std::size_t i = 0; i < other.counts.size(); ++i)
        counts[offset + i] += other.counts[i];
}

Exponents exponentsOf(std::span<const double> numbers, double factor)
{
    constexpr int lowest = -1074, highest = 1023; // of a double
    std::vector<std::int64_t> counts(static_cast<std::size_t>(highest - lowest + 1), 0);
    Exponents exponents;
    for (const double number : numbers) {
        const double value = number * factor;
        if (value == 0.0)
            ++exponents.zeros;
        else if (!std::isfinite(value))
            ++exponents.notFinite;
        else
            ++counts[static_cast<std::size_t>(std::ilogb(value) - lowest)];
    }
    const auto isCounted = [](std::int64_t count) { return count > 0; };
    const auto begin = std::ranges::find_if(counts, isCounted);
    const auto end = std::find_if(counts.rbegin(), std::make_reverse_iterator(begin), isCounted).base();
    exponents.counts.assign(begin, end);
    exponents.first = exponents.counts.empty() ? 0 : lowest + static_cast<int>(begin - counts.begin());
    return exponents;
}

NumberRange rangeOf(Precision precision)
{
    return isScaled(precision) ? NumberRange{-24, -14, 15} : NumberRange{-126, -126, 127};
}

double keptShare(const Exponents& exponents, const NumberRange& range, int shift)
{
    const std::int64_t total = exponents.total();
    if (total == 0)
        return 1.0;
    // More than half of the smallest subnormal rounds up to it; without subnormals nothing does.
    const int least = range.smallest < range.smallestNormal ? range.smallest - 1 : range.smallest;
    std::int64_t kept = 0;
    for (std::size_t i = 0; i < exponents.counts.size(); ++i) {
        const int exponent = exponents.first + static_cast<int>(i) + shift;
        kept += exponent >= least && exponent <= range.largest ? exponents.counts[i] : 0;
    }
    return static_cast<double>(kept) / static_cast<double>(total);
}

std::optional<int> bestShift(const Exponents& exponents, const NumberRange& range)
{
    constexpr int most = 49; // the range of a loss scale: up to 10¹⁵
    if (exponents.counts.empty())
        return std::nullopt;
    const int room = range.largest - 1 - (exponents.first + static_cast<int>(exponents.counts.size()) - 1);
    int best = std::min(room, 0);
    for (int shift = best + 1; shift <= std::min(room, most); ++shift)
        if (keptShare(exponents, range, shift) > keptShare(exponents, range, best))
            best = shift;
    return best;
}

} // namespace netsmith::twin
