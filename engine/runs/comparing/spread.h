#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace netsmith::runs {

/// Statistics of repeated measurements.
struct Spread {
    std::int64_t count = 0;
    double mean = 0.0; ///< 0 if there are none
    std::optional<double> deviation; ///< the sample's standard deviation, which takes two
    bool operator==(const Spread&) const = default;
};

Spread spreadOf(std::span<const double> values);

/// The probability that two sets of numbers differ at least this much if their true means are the same: the two-sided p of
/// Welch's t-test, with the degrees of freedom of Welch and Satterthwaite (Welch, "The generalization of 'Student's' problem when
/// several different population variances are involved", Biometrika 34, 1947). Nothing if either has fewer than two numbers; if
/// neither has any spread, 1 for equal means and else 0.
std::optional<double> chanceOfDifference(const Spread& one, const Spread& other);

} // namespace netsmith::runs
