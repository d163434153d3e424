#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace netsmith::train {

/// Which weights become zero first.
enum class WeightCriterion {
    magnitude, ///< the smallest: Han et al. 2015, "Learning both weights and connections"
    /// Those that a training has moved most towards zero: Sanh et al. 2020, "Movement pruning". Its score, the sum over the steps
    /// of what a step changes times the weight, is (w² − w₀²)/2 for small steps, w₀ being what the training began with.
    movement,
    random, ///< any: the control that the others are compared with
};
inline constexpr std::array weightCriteria{WeightCriterion::magnitude, WeightCriterion::movement, WeightCriterion::random};
std::string_view idOf(WeightCriterion criterion);
/// Throws `compress.weight_criterion`.
WeightCriterion weightCriterionNamed(std::string_view id);

/// How important the weights of an array are, and which of them go.
struct RemovalCandidates {
    /// Of each; −∞ if it is zero already, +∞ if it must stay.
    std::vector<double> importance;
    std::vector<bool> gone;

    explicit RemovalCandidates(std::vector<double> importance);
};

/// Marks the least important of several arrays until `count` are gone; equal ones in their order.
void removeLeast(std::span<RemovalCandidates> arrays, std::int64_t count);

/// The importance of an array's weights by a criterion. `first`: the weights that a training began with, for
/// `WeightCriterion::movement`; `seed` and `array`, its number, are those of random choice.
std::vector<double> importanceOf(std::span<const double> weights, std::span<const float> first, WeightCriterion criterion,
                                 std::uint64_t seed, std::uint64_t array);

/// The number of weights that a share of them is, rounded.
std::int64_t countOf(double share, std::int64_t weights);

/// The share of zeros at `time`, from 0 to 1, of the polynomial schedule of Zhu and Gupta 2017 that goes from one share to another:
/// fast at first, slower as fewer weights are left. `before` is the time when the share was `from`: from there on, the schedule is
/// the same.
double scheduledShare(double from, double to, double time, double before = 0.0);

} // namespace netsmith::train
