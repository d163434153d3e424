#include "engine/runs/comparing/spread.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::runs {
namespace {

/// The continued fraction of the incomplete beta function, DLMF 8.17.22, by the method of Lentz.
double betaFraction(double a, double b, double x)
{
    constexpr double least = std::numeric_limits<double>::min() * 1e10;
    constexpr int farthest = 10000;
    const auto away = [](double value) { return std::abs(value) < least ? least : value; }; // from 0
    double c = 1.0;
    double d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    double fraction = d;
    for (int m = 1; m < farthest; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m));
        d = 1.0 / away(1.0 + even * d);
        c = away(1.0 + even / c);
        fraction *= c * d;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0));
        d = 1.0 / away(1.0 + odd * d);
        c = away(1.0 + odd / c);
        fraction *= c * d;
        if (std::abs(c * d - 1.0) < 1e-15)
            break;
    }
    return fraction;
}

/// The regularized incomplete beta function I_x(a, b), of x from 0 to 1.
double incompleteBeta(double a, double b, double x)
{
    if (x <= 0.0 || x >= 1.0)
        return std::clamp(x, 0.0, 1.0);
    const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    return x < (a + 1.0) / (a + b + 2.0) ? front * betaFraction(a, b, x) / a : 1.0 - front * betaFraction(b, a, 1.0 - x) / b;
}

} // namespace

Spread spreadOf(std::span<const double> values)
{
    Spread spread{.count = std::ssize(values), .mean = 0.0, .deviation = {}};
    for (const double value : values)
        spread.mean += value / static_cast<double>(values.size());
    if (values.size() < 2)
        return spread;
    double squares = 0.0;
    for (const double value : values)
        squares += (value - spread.mean) * (value - spread.mean);
    spread.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
    return spread;
}

std::optional<double> chanceOfDifference(const Spread& one, const Spread& other)
{
    if (!one.deviation || !other.deviation)
        return std::nullopt;
    const auto ofMean = [](const Spread& spread) {
        return *spread.deviation * *spread.deviation / static_cast<double>(spread.count);
    };
    const double a = ofMean(one), b = ofMean(other);
    if (a + b == 0.0)
        return one.mean == other.mean ? 1.0 : 0.0;
    const double t2 = (one.mean - other.mean) * (one.mean - other.mean) / (a + b);
    const double freedom =
        (a + b) * (a + b) / (a * a / static_cast<double>(one.count - 1) + b * b / static_cast<double>(other.count - 1));
    return incompleteBeta(freedom / 2.0, 0.5, freedom / (freedom + t2));
}

} // namespace netsmith::runs
