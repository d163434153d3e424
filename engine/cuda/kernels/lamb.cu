#include "engine/cuda/kernels/lamb.h"

#include "engine/cuda/kernels/update_ranges.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

/// How many blocks sum up one parameter.
constexpr std::int64_t slices = 32;

/// 1/(1 − βᵗ) of both.
struct LambCorrection {
    double beta1;
    double beta2;
    NS_DEVICE void operator()(std::int64_t step, RangeStep& range) const
    {
        const auto t = static_cast<double>(step);
        range.factors[0] = static_cast<float>(1.0 / (1.0 - std::pow(beta1, t)));
        range.factors[1] = static_cast<float>(1.0 / (1.0 - std::pow(beta2, t)));
    }
};

/// The update of a weight, before rate and ratio.
struct Change {
    const float* first;
    const float* second;
    float epsilon;
    NS_DEVICE float at(std::int64_t i, const RangeStep& step) const
    {
        return first[i] * step.factors[0] / (std::sqrt(second[i] * step.factors[1]) + epsilon);
    }
};

/// Decay and moments.
struct LambMoments {
    float oneMinusBeta1;
    float oneMinusBeta2;
    const float* gradients;
    float* weights;
    float* first;
    float* second;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float gradientScale) const
    {
        const float g = gradients[i] * gradientScale;
        weights[i] -= weights[i] * step.decay;
        first[i] += (g - first[i]) * oneMinusBeta1;
        second[i] += (g * g - second[i]) * oneMinusBeta2;
    }
};

/// Σ w² and Σ u² of a slice of a parameter.
struct PartialNorms {
    Ranges ranges;
    const RangeStep* steps;
    const float* weights;
    Change change;
    double* partials;
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t index) const
    {
        const auto range = static_cast<int>(index / slices);
        const UpdateRange& all = ranges.ranges[range];
        double ofWeights = 0.0;
        double ofChange = 0.0;
        for (std::int64_t i = all.begin + (index % slices) * block.size() + block.rank(); i < all.end; i += slices * block.size()) {
            const double w = weights[i];
            const double u = change.at(i, steps[range]);
            ofWeights += w * w;
            ofChange += u * u;
        }
        ofWeights = joined(block, ofWeights, Plus());
        ofChange = joined(block, ofChange, Plus());
        if (block.rank() == 0) {
            partials[2 * index] = ofWeights;
            partials[2 * index + 1] = ofChange;
        }
    }
};

/// The ratios, as the ranges' third factors.
struct Trust {
    const double* partials;
    RangeStep* steps;
    NS_DEVICE void operator()(std::int64_t range) const
    {
        double ofWeights = 0.0;
        double ofChange = 0.0;
        for (std::int64_t i = range * slices; i < (range + 1) * slices; ++i) {
            ofWeights += partials[2 * i];
            ofChange += partials[2 * i + 1];
        }
        const bool known = ofWeights > 0.0 && ofChange > 0.0;
        steps[range].factors[2] = static_cast<float>(known ? std::sqrt(ofWeights) / std::sqrt(ofChange) : 1.0);
    }
};

struct Apply {
    Change change;
    float* weights;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float) const
    {
        weights[i] -= step.rate * step.factors[2] * change.at(i, step);
    }
};

} // namespace

std::int64_t Lamb::workspace() const
{
    return static_cast<std::int64_t>(Ranges::most) * slices * 2 * static_cast<std::int64_t>(sizeof(double)) + updateWorkspaceBytes;
}

void Lamb::operator()(Stream& stream, const UpdateControl& control, const float* gradients, float* weights, float* m, float* v,
                      void* workspace) const
{
    auto* partials = static_cast<double*>(workspace);
    auto* steps = reinterpret_cast<RangeStep*>(partials + static_cast<std::int64_t>(Ranges::most) * slices * 2);
    const Change change{m, v, static_cast<float>(m_attributes.epsilon)};
    const LambMoments moments{
        static_cast<float>(1.0 - m_attributes.beta1), static_cast<float>(1.0 - m_attributes.beta2), gradients, weights, m, v};
    eachRanges(m_attributes, [&](const Ranges& ranges) {
        const std::int64_t elements = ranges.end() - ranges.begin();
        const LambCorrection correction{m_attributes.beta1, m_attributes.beta2};
        launchEach(stream, ranges.count,
                   PlanStep<LambCorrection>{ranges, control, correction, static_cast<float>(m_attributes.weightDecay), steps});
        launchEach(stream, elements, Update<LambMoments>{ranges, ranges.begin(), control, steps, moments});
        launchBlocks(stream, ranges.count * slices, sizeof(double), PartialNorms{ranges, steps, weights, change, partials});
        launchEach(stream, ranges.count, Trust{partials, steps});
        launchEach(stream, elements, Update<Apply>{ranges, ranges.begin(), control, steps, Apply{change, weights}});
    });
}

} // namespace netsmith::cuda::kernels
