#include "engine/cuda/kernels/muon.h"

#include "engine/cuda/kernels/update_ranges.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

/// How many blocks sum up one matrix.
constexpr std::int64_t matrixSlices = 64;

struct Direction {
    float momentum;
    bool nesterov;
    std::int64_t begin;
    const float* gradients;
    float* weights;
    float* velocity;
    float* x;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float gradientScale) const
    {
        const float g = gradients[i] * gradientScale;
        const float m = velocity[i] * momentum + g;
        weights[i] -= weights[i] * step.decay;
        velocity[i] = m;
        x[i - begin] = nesterov ? g + m * momentum : m;
    }
};

/// Σ x² of a slice.
struct PartialSquares {
    const float* x;
    std::int64_t count;
    double* partials;
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t slice) const
    {
        double sum = 0.0;
        for (std::int64_t i = slice * block.size() + block.rank(); i < count; i += matrixSlices * block.size())
            sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
        sum = joined(block, sum, Plus());
        if (block.rank() == 0)
            partials[slice] = sum;
    }
};

/// 1/‖x‖, as the range's first factor.
struct InverseNorm {
    const double* partials;
    RangeStep* step;
    NS_DEVICE void operator()(std::int64_t) const
    {
        double squares = 0.0;
        for (std::int64_t i = 0; i < matrixSlices; ++i)
            squares += partials[i];
        step->factors[0] = static_cast<float>(1.0 / (std::sqrt(squares) + MuonAttributes::normOffset));
    }
};

struct Shorten {
    const RangeStep* step;
    float* x;
    NS_DEVICE void operator()(std::int64_t i) const { x[i] *= step->factors[0]; }
};

struct Blend {
    float p;
    float q;
    const float* x;
    float* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = p * x[i] + q * y[i]; }
};

struct ApplyChange {
    float scale;
    std::int64_t begin;
    const float* x;
    float* weights;
    NS_DEVICE void operator()(std::int64_t i, const RangeStep& step, float) const
    {
        weights[i] -= step.rate * scale * x[i - begin];
    }
};

} // namespace

std::int64_t muonWorkspace()
{
    return matrixSlices * static_cast<std::int64_t>(sizeof(double)) + static_cast<std::int64_t>(sizeof(RangeStep));
}

void muonDirection(Stream& stream, const MuonAttributes& attributes, const UpdateRange& range, const UpdateControl& control,
                   const float* gradients, float* weights, float* momentum, float* x, void* workspace)
{
    auto* partials = static_cast<double*>(workspace);
    auto* step = reinterpret_cast<RangeStep*>(partials + matrixSlices);
    const Ranges ranges(std::span(&range, 1));
    const std::int64_t count = range.end - range.begin;
    const Direction direction{
        static_cast<float>(attributes.momentum), attributes.nesterov, range.begin, gradients, weights, momentum, x};
    launchEach(stream, 1, PlanStep<Uncorrected>{ranges, control, {}, static_cast<float>(attributes.weightDecay), step});
    launchEach(stream, count, Update<Direction>{ranges, range.begin, control, step, direction});
    launchBlocks(stream, matrixSlices, sizeof(double), PartialSquares{x, count, partials});
    launchEach(stream, 1, InverseNorm{partials, step});
    launchEach(stream, count, Shorten{step, x});
}

void muonBlend(Stream& stream, double p, const float* x, double q, float* y, std::int64_t count)
{
    launchEach(stream, count, Blend{static_cast<float>(p), static_cast<float>(q), x, y});
}

void muonApply(Stream& stream, const UpdateRange& range, const UpdateControl& control, double scale, const float* x, float* weights,
               const void* workspace)
{
    const auto* step = reinterpret_cast<const RangeStep*>(static_cast<const double*>(workspace) + matrixSlices);
    const Ranges ranges(std::span(&range, 1));
    const ApplyChange rule{static_cast<float>(scale), range.begin, x, weights};
    launchEach(stream, range.end - range.begin, Update<ApplyChange>{ranges, range.begin, control, step, rule});
}

} // namespace netsmith::cuda::kernels
