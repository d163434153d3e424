#include "engine/cuda/kernels/weight_penalty.h"

#include "engine/cuda/kernels/sums.h"
#include "engine/ops/control.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

struct Penalty {
    const float* w;
    double l1;
    double l2;
    NS_DEVICE double operator()(std::int64_t i) const
    {
        const double value = w[i];
        return l1 * std::abs(value) + l2 * value * value;
    }
};

struct Slope {
    const float* w;
    const float* slope;
    double l1;
    double l2;
    float* dw;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const float value = w[i];
        const auto first = static_cast<float>(*slope * l1);
        const auto second = static_cast<float>(*slope * 2.0 * l2);
        dw[i] = (value > 0.0f ? first : value < 0.0f ? -first : 0.0f) + value * second;
    }
};

/// One block per column.
struct LimitNorm {
    float* w;
    std::int64_t rows;
    std::int64_t columns;
    double limit;
    const std::int32_t* status;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t column) const
    {
        double squares = 0.0;
        for (std::int64_t row = block.rank(); row < rows; row += block.size()) {
            const double value = w[row * columns + column];
            squares += value * value;
        }
        const double norm = std::sqrt(joined(block, squares, Plus()));
        if (*status != control::good || !(norm > limit))
            return;
        for (std::int64_t row = block.rank(); row < rows; row += block.size())
            w[row * columns + column] = static_cast<float>(w[row * columns + column] * (limit / norm));
    }
};

} // namespace

std::int64_t weightPenaltyWorkspace(std::int64_t count)
{
    return partialSums(count) * static_cast<std::int64_t>(sizeof(double));
}

void weightPenalty(Stream& stream, const float* w, std::int64_t count, double l1, double l2, double factor, float* out,
                   void* workspace)
{
    launchSum(stream, count, Penalty{w, l1, l2}, StoreSum{out, factor}, static_cast<double*>(workspace));
}

void weightPenaltySlope(Stream& stream, const float* w, const float* slope, std::int64_t count, double l1, double l2, double factor,
                        float* dw)
{
    launchEach(stream, count, Slope{w, slope, factor * l1, factor * l2, dw});
}

void limitColumnNorms(Stream& stream, float* w, std::int64_t rows, std::int64_t columns, double limit, const std::int32_t* status)
{
    launchBlocks(stream, columns, sizeof(double), LimitNorm{w, rows, columns, limit, status});
}

} // namespace netsmith::cuda::kernels
