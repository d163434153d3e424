#include "engine/cuda/kernels/errors.h"

#include "engine/cuda/kernels/sums.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

struct SquaredError {
    const float* prediction;
    const float* target;
    NS_DEVICE double operator()(std::int64_t i) const
    {
        const auto difference = static_cast<double>(prediction[i] - target[i]);
        return difference * difference;
    }
};

struct AbsoluteError {
    const float* prediction;
    const float* target;
    NS_DEVICE double operator()(std::int64_t i) const { return static_cast<double>(std::abs(prediction[i] - target[i])); }
};

struct SquaredErrorBackward {
    const float* prediction;
    const float* target;
    const float* seed;
    float scale;
    float* dp;
    NS_DEVICE void operator()(std::int64_t i) const { dp[i] = (prediction[i] - target[i]) * (scale * *seed); }
};

} // namespace

std::int64_t errorsWorkspace(std::int64_t count)
{
    return partialSums(count) * static_cast<std::int64_t>(sizeof(double));
}

void squaredErrors(Stream& stream, const float* prediction, const float* target, double factor, float* sum, void* workspace,
                   std::int64_t count)
{
    launchSum(stream, count, SquaredError{prediction, target}, StoreSum{sum, factor}, static_cast<double*>(workspace));
}

void squaredErrorsBackward(Stream& stream, const float* prediction, const float* target, const float* seed, double factor,
                           float* dp, std::int64_t count)
{
    launchEach(stream, count, SquaredErrorBackward{prediction, target, seed, static_cast<float>(2.0 * factor), dp});
}

void absoluteErrors(Stream& stream, const float* prediction, const float* target, double factor, float* sum, void* workspace,
                    std::int64_t count)
{
    launchSum(stream, count, AbsoluteError{prediction, target}, StoreSum{sum, factor}, static_cast<double*>(workspace));
}

} // namespace netsmith::cuda::kernels
