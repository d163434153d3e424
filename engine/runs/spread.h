#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace netsmith::runs {

/// What numbers that should be alike say together.
struct Spread {
    std::int64_t count = 0;
    double mean = 0.0; ///< 0 where there are none
    std::optional<double> deviation; ///< the sample's standard deviation, which takes two
    bool operator==(const Spread&) const = default;
};

Spread spreadOf(std::span<const double> values);

/// How likely two sets of numbers would be at least as far apart as these if their true means were the same: the two-sided p of
/// Welch's t-test, with the degrees of freedom of Welch and Satterthwaite (Welch, "The generalization of 'Student's' problem when
/// several different population variances are involved", Biometrika 34, 1947). Nothing where either has fewer than two numbers;
/// where neither scatters at all, 1 for the same mean and else 0.
std::optional<double> chanceOfDifference(const Spread& one, const Spread& other);

} // namespace netsmith::runs
