#include "engine/compress/quantization/calibration.h"
#include "engine/core/error.h"
#include "engine/core/quantization_grid.h"

#include <algorithm>
#include <cmath>

namespace netsmith::compress {
namespace {

constexpr double tailShare = 1e-4; ///< of the numbers that a percentile leaves out
constexpr int tried = 128; ///< ranges that a search compares

/// The squared error of a number on a grid, on average over a part of the histogram: that of rounding, or its distance to the end.
double squaredError(const QuantizationGrid& grid, double x)
{
    const double least = -double{grid.zero} * grid.step, most = (255.0 - double{grid.zero}) * grid.step;
    const double outside = x < least ? least - x : x > most ? x - most : 0.0;
    return outside * outside + double{grid.step} * grid.step / 12.0;
}

InputRange assessed(const InputHistogram& histogram, double low, double high)
{
    InputRange range{.low = static_cast<float>(low), .high = static_cast<float>(high)};
    const QuantizationGrid grid = QuantizationGrid::between(range.low, range.high);
    double signal = 0.0, noise = 0.0, all = 0.0, outside = 0.0;
    for (std::size_t part = 0; part < InputHistogram::parts; ++part) {
        const double x = histogram.middle(part), count = histogram.counts[part];
        signal += count * x * x;
        noise += count * squaredError(grid, x);
        all += count;
        outside += x < low || x > high ? count : 0.0;
    }
    range.clipped = all > 0.0 ? outside / all : 0.0;
    range.signalToNoise = noise > 0.0 ? 10.0 * std::log10(std::max(signal, 1e-300) / noise) : 0.0;
    return range;
}

/// The ends within which all but the tails of the numbers are, half of them on each side that has any.
std::pair<double, double> withoutTails(const InputHistogram& histogram)
{
    double all = 0.0;
    for (const double count : histogram.counts)
        all += count;
    const double each = all * (histogram.low < 0.0 && histogram.high > 0.0 ? tailShare / 2.0 : tailShare);
    const auto cut = [&](auto at) {
        std::size_t i = 0;
        for (double passed = at(0); i + 1 < InputHistogram::parts && passed <= each; passed += at(i))
            ++i;
        return i;
    };
    const std::size_t below = histogram.low < 0.0 ? cut([&](std::size_t i) { return histogram.counts[i]; }) : 0;
    const std::size_t above =
        histogram.high > 0.0 ? cut([&](std::size_t i) { return histogram.counts[InputHistogram::parts - 1 - i]; }) : 0;
    return {std::min(0.0, histogram.low + static_cast<double>(below) * histogram.width()),
            std::max(0.0, histogram.high - static_cast<double>(above) * histogram.width())};
}

/// The divergence of the histogram from what is left of it once it is clipped to [low, high] and spread over 256 steps, each of
/// whose parts then count alike.
double divergence(const InputHistogram& histogram, double low, double high)
{
    const auto partOf = [&](double x) {
        const auto part = static_cast<std::ptrdiff_t>((x - histogram.low) / histogram.width());
        return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(part, 0, InputHistogram::parts - 1));
    };
    const std::size_t first = partOf(low), last = partOf(std::nextafter(high, low)), parts = last - first + 1;
    std::vector<double> clipped(histogram.counts.begin() + static_cast<std::ptrdiff_t>(first),
                                histogram.counts.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    std::vector<double> inside = clipped;
    for (std::size_t part = 0; part < first; ++part)
        clipped.front() += histogram.counts[part];
    for (std::size_t part = last + 1; part < InputHistogram::parts; ++part)
        clipped.back() += histogram.counts[part];
    const std::size_t steps = std::min<std::size_t>(256, parts);
    double all = 0.0, kept = 0.0;
    std::vector<double> spread(parts);
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t begin = step * parts / steps, end = (step + 1) * parts / steps;
        double sum = 0.0, used = 0.0;
        for (std::size_t i = begin; i < end; ++i) {
            sum += inside[i];
            used += clipped[i] > 0.0 ? 1.0 : 0.0;
        }
        for (std::size_t i = begin; i < end; ++i)
            spread[i] = clipped[i] > 0.0 ? sum / used : 0.0;
        kept += sum;
    }
    for (const double count : clipped)
        all += count;
    if (kept <= 0.0)
        return std::numeric_limits<double>::infinity();
    double sum = 0.0;
    for (std::size_t i = 0; i < parts; ++i)
        if (clipped[i] > 0.0)
            sum += clipped[i] / all * std::log((clipped[i] / all) / std::max(spread[i] / kept, 1e-12));
    return sum;
}

/// The same without the numbers that are 0, as a relu's often are: every grid represents these exactly.
InputHistogram withoutZeros(InputHistogram histogram)
{
    const auto zero = std::min(static_cast<std::size_t>(-histogram.low / histogram.width()), InputHistogram::parts - 1);
    histogram.counts[zero] = histogram.counts[zero + 1 < InputHistogram::parts ? zero + 1 : zero - 1];
    return histogram;
}

/// The best of the ranges that are whole parts of the extent, from an eighth of it on.
template <class Cost>
std::pair<double, double> searched(const InputHistogram& histogram, Cost cost)
{
    const double extent = std::max(-histogram.low, histogram.high);
    std::pair<double, double> best{histogram.low, histogram.high};
    double least = cost(best.first, best.second);
    for (int i = tried / 8; i < tried; ++i) {
        const double limit = extent * i / tried;
        const std::pair<double, double> range{std::max(histogram.low, -limit), std::min(histogram.high, limit)};
        if (const double one = cost(range.first, range.second); one < least) {
            least = one;
            best = range;
        }
    }
    return best;
}

} // namespace

std::string_view idOf(Calibration calibration)
{
    switch (calibration) {
    case Calibration::minMax: return "min-max";
    case Calibration::percentile: return "percentile";
    case Calibration::entropy: return "entropy";
    case Calibration::mse: return "mse";
    }
    return {};
}

Calibration calibrationNamed(std::string_view id)
{
    for (const Calibration each : calibrations)
        if (idOf(each) == id)
            return each;
    throw Error(ErrorKind::usage,
                NS_MESSAGE("compress.calibration", "there is no calibration \"{0}\"; there are: min-max, percentile, entropy, mse"),
                id);
}

InputRange rangeOf(const InputHistogram& histogram, Calibration calibration)
{
    if (histogram.high <= histogram.low)
        return {};
    std::pair<double, double> ends{histogram.low, histogram.high};
    if (calibration == Calibration::percentile)
        ends = withoutTails(histogram);
    else if (calibration == Calibration::entropy)
        ends = searched(histogram,
                        [others = withoutZeros(histogram)](double low, double high) { return divergence(others, low, high); });
    else if (calibration == Calibration::mse)
        ends = searched(histogram, [&](double low, double high) {
            const QuantizationGrid grid = QuantizationGrid::between(static_cast<float>(low), static_cast<float>(high));
            double sum = 0.0;
            for (std::size_t part = 0; part < InputHistogram::parts; ++part)
                sum += histogram.counts[part] * squaredError(grid, histogram.middle(part));
            return sum;
        });
    return assessed(histogram, ends.first, ends.second);
}

} // namespace netsmith::compress
