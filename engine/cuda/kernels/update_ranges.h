#pragma once

#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/kernels/optimizer.h"
#include "engine/ops/control.h"

#include <span>

namespace netsmith::cuda::kernels {

/// Ranges of an arena, in order: as many as travel with one launch.
struct Ranges {
    static constexpr std::size_t most = 32;

    UpdateRange ranges[most] = {};
    int count = 0;

    explicit Ranges(std::span<const UpdateRange> all)
        : count(static_cast<int>(std::min(all.size(), most)))
    {
        std::copy_n(all.begin(), count, ranges);
    }
    std::int64_t begin() const { return ranges[0].begin; }
    std::int64_t end() const { return ranges[count - 1].end; }

    /// The range that an element is in, or −1.
    NS_DEVICE int find(std::int64_t element) const
    {
        int first = 0;
        int last = count; // of those that may be the first to start after it
        while (first < last) {
            const int middle = (first + last) / 2;
            if (ranges[middle].begin <= element)
                first = middle + 1;
            else
                last = middle;
        }
        return first > 0 && element < ranges[first - 1].end ? first - 1 : -1;
    }
};

/// What a step does to all elements of a range.
struct RangeStep {
    float rate;
    float decay; ///< the fraction of a weight that is removed first
    float factors[3]; ///< the optimizer's own
};

/// For optimizers that use the rate unchanged.
struct Uncorrected {
    NS_DEVICE void operator()(std::int64_t, RangeStep&) const { }
};

/// The steps of the ranges; `correct(step, range)` changes each by the optimizer's step, from 1.
template <class Correct>
struct PlanStep {
    Ranges ranges;
    UpdateControl control;
    Correct correct;
    float weightDecay;
    RangeStep* steps;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const float rate = control.rates[control.counters[control::rate]] * ranges.ranges[i].rateScale;
        RangeStep step{rate, ranges.ranges[i].decay ? rate * weightDecay : 0.0f, {}};
        correct(control.counters[control::step] + 1, step);
        steps[i] = step;
    }
};

/// Calls `rule(element, step, gradientScale)` for the elements of the ranges, if the status is good.
template <class Rule>
struct Update {
    Ranges ranges;
    std::int64_t begin;
    UpdateControl control;
    const RangeStep* steps;
    Rule rule;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const int range = *control.status == control::good ? ranges.find(begin + i) : -1;
        if (range >= 0)
            rule(begin + i, steps[range], *control.gradientScale);
    }
};

/// Calls `body(ranges)` for all ranges of `attributes`, as many at a time as travel with one launch.
template <class Body>
void eachRanges(const UpdateAttributes& attributes, const Body& body)
{
    for (std::span<const UpdateRange> left = attributes.ranges; !left.empty();) {
        const Ranges ranges(left);
        body(ranges);
        left = left.subspan(static_cast<std::size_t>(ranges.count));
    }
}

/// An optimizer of one pass over the ranges of `attributes`.
template <class Correct, class Rule>
void update(Stream& stream, const UpdateAttributes& attributes, const UpdateControl& control, const Correct& correct,
            const Rule& rule, void* workspace)
{
    auto* steps = static_cast<RangeStep*>(workspace);
    const auto decay = static_cast<float>(attributes.weightDecay);
    eachRanges(attributes, [&](const Ranges& ranges) {
        launchEach(stream, ranges.count, PlanStep<Correct>{ranges, control, correct, decay, steps});
        launchEach(stream, ranges.end() - ranges.begin(), Update<Rule>{ranges, ranges.begin(), control, steps, rule});
    });
}

/// Bytes of workspace that `update` needs.
constexpr std::int64_t updateWorkspaceBytes = static_cast<std::int64_t>(Ranges::most * sizeof(RangeStep));

} // namespace netsmith::cuda::kernels
