#pragma once

#include "engine/plan/logical_plan.h"

#include <optional>
#include <span>
#include <vector>

namespace netsmith::twin {

/// The exponent range of a precision.
struct NumberRange {
    int smallest = 0; ///< of the smallest number above 0, a subnormal if there are any
    int smallestNormal = 0;
    int largest = 0;
    bool operator==(const NumberRange&) const = default;
};

/// FP16: 2⁻²⁴, 2⁻¹⁴ and 2¹⁵. The others share FP32's exponents, whose subnormals are flushed.
NumberRange rangeOf(Precision precision);

/// How numbers in a low precision compare with the same ones in FP32.
struct Comparison {
    double difference = 0.0; ///< ‖exact − low‖ / ‖exact‖, over what is finite in both; infinite if that leaves nothing to compare
    std::int64_t numbers = 0;
    std::int64_t nonzero = 0; ///< of the exact ones
    std::int64_t lost = 0; ///< too small for the low ones, which are 0 there: underflow
    std::int64_t overflowed = 0; ///< finite, but an infinity or a NaN in the low ones
    std::int64_t subnormal = 0; ///< too small for all of their digits: a subnormal in the low ones
    double cosine = 1.0; ///< of the angle between both, over what is finite in them; 0 if only one is zero

    double lostShare() const { return nonzero > 0 ? static_cast<double>(lost) / static_cast<double>(nonzero) : 0.0; }
    double overflowedShare() const { return numbers > 0 ? static_cast<double>(overflowed) / static_cast<double>(numbers) : 0.0; }
    double subnormalShare() const { return nonzero > 0 ? static_cast<double>(subnormal) / static_cast<double>(nonzero) : 0.0; }
    bool operator==(const Comparison&) const = default;
};

/// For as many numbers each. The low ones are divided by `scale` before the comparison. Of the numbers that are 0 only in them,
/// those count as lost that are below the normal numbers of their range once scaled: larger ones became 0 in another way, by a ReLU
/// that is closed in one copy. Without a range all of them count as lost, and nothing is subnormal.
Comparison compare(std::span<const double> exact, std::span<const double> low, double scale = 1.0,
                   const std::optional<NumberRange>& range = std::nullopt);

/// A histogram of exponents, ⌊log₂|x|⌋.
struct Exponents {
    int first = 0; ///< the exponent of the first count
    std::vector<std::int64_t> counts; ///< without zeros at either end
    std::int64_t zeros = 0;
    std::int64_t notFinite = 0;

    /// Of numbers that are neither 0 nor infinite.
    std::int64_t total() const;
    void add(const Exponents& other);
    bool operator==(const Exponents&) const = default;
};

/// Of numbers multiplied by `factor`.
Exponents exponentsOf(std::span<const double> numbers, double factor = 1.0);

/// The fraction of the numbers that a precision keeps after multiplication by 2^shift: neither 0 nor infinite, judging by
/// exponents. 1 if there are no numbers.
double keptShare(const Exponents& exponents, const NumberRange& range, int shift);

/// The power of two that keeps most, with one doubling of headroom before anything overflows; among equals the smallest that is 1
/// or more. Nothing if there are no numbers.
std::optional<int> bestShift(const Exponents& exponents, const NumberRange& range);

} // namespace netsmith::twin
