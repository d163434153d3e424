#include "engine/cuda/kernels/optimizer.h"

#include "engine/cuda/kernels/sums.h"
#include "engine/ops/control.h"

#include <cmath>
#include <span>

namespace netsmith::cuda::kernels {
namespace {

struct Square {
    const float* x;
    NS_DEVICE double operator()(std::int64_t i) const { return static_cast<double>(x[i]) * x[i]; }
};

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
        int last = count; // of those that may be the first to begin beyond it
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
    float decay;
};

/// The steps of the ranges. With β₁ = β₂ = 0 nothing is corrected.
struct PlanStep {
    Ranges ranges;
    UpdateControl control;
    double beta1;
    double beta2;
    float weightDecay;
    RangeStep* steps;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const auto step = static_cast<double>(control.counters[control::step] + 1);
        const double correction = std::sqrt(1.0 - std::pow(beta2, step)) / (1.0 - std::pow(beta1, step));
        const float rate = control.rates[control.counters[control::launch]] * ranges.ranges[i].rateScale;
        steps[i] = {static_cast<float>(rate * correction), ranges.ranges[i].decay ? rate * weightDecay : 0.0f};
    }
};

struct Sgd {
    float momentum;
    bool nesterov;
    const float* gradients;
    float* weights;
    float* velocity;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float gradientScale) const
    {
        const float change = gradients[i] * -(step.rate * gradientScale);
        const float w = weights[i] - weights[i] * step.decay;
        if (!velocity) {
            weights[i] = w + change;
            return;
        }
        const float v = velocity[i] * momentum + change;
        velocity[i] = v;
        weights[i] = w + (nesterov ? v * momentum + change : v);
    }
};

struct Adam {
    float oneMinusBeta1;
    float oneMinusBeta2;
    float epsilon;
    const float* gradients;
    float* weights;
    float* first;
    float* second;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float gradientScale) const
    {
        const float g = gradients[i] * gradientScale;
        float w = weights[i];
        float m = first[i];
        float v = second[i];
        w -= w * step.decay;
        m += (g - m) * oneMinusBeta1;
        v += (g * g - v) * oneMinusBeta2;
        first[i] = m;
        second[i] = v;
        weights[i] = w - m * step.rate / (std::sqrt(v) + epsilon);
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

template <class Rule>
void update(Stream& stream, std::span<const UpdateRange> all, const UpdateControl& control, double beta1, double beta2,
            double weightDecay, const Rule& rule, void* workspace)
{
    auto* steps = static_cast<RangeStep*>(workspace);
    while (!all.empty()) {
        const Ranges ranges(all);
        launchEach(stream, ranges.count, PlanStep{ranges, control, beta1, beta2, static_cast<float>(weightDecay), steps});
        launchEach(stream, ranges.end() - ranges.begin(), Update<Rule>{ranges, ranges.begin(), control, steps, rule});
        all = all.subspan(static_cast<std::size_t>(ranges.count));
    }
}

} // namespace

std::int64_t sumSquaresWorkspace(std::int64_t count)
{
    return partialSums(count) * static_cast<std::int64_t>(sizeof(double));
}

void sumSquares(Stream& stream, const float* x, std::int64_t count, float* out, void* workspace)
{
    launchSum(stream, count, Square{x}, StoreSum{out}, static_cast<double*>(workspace));
}

std::int64_t updateWorkspace()
{
    return static_cast<std::int64_t>(Ranges::most * sizeof(RangeStep));
}

void sgd(Stream& stream, const SgdAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
         float* velocity, void* workspace)
{
    const Sgd rule{static_cast<float>(attributes.momentum), attributes.nesterov, gradients, weights, velocity};
    update(stream, attributes.ranges, control, 0.0, 0.0, attributes.weightDecay, rule, workspace);
}

void adam(Stream& stream, const AdamAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
          float* m, float* v, void* workspace)
{
    const Adam rule{static_cast<float>(1.0 - attributes.beta1),
                    static_cast<float>(1.0 - attributes.beta2),
                    static_cast<float>(attributes.epsilon),
                    gradients,
                    weights,
                    m,
                    v};
    update(stream, attributes.ranges, control, attributes.beta1, attributes.beta2, attributes.weightDecay, rule, workspace);
}

} // namespace netsmith::cuda::kernels
