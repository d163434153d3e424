#include "engine/cuda/kernels/fold_batch_norm.h"

#include "engine/cuda/kernels/launch.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

struct FoldBias {
    FixedNorm norm;
    const float* b;
    float* foldedB;
    float* factors;
    NS_DEVICE void operator()(std::int64_t c) const
    {
        const double factor = norm.gamma[c] / std::sqrt(static_cast<double>(norm.variance[c]) + norm.epsilon);
        foldedB[c] = static_cast<float>(((b ? b[c] : 0.0f) - norm.mean[c]) * factor + norm.beta[c]);
        factors[c] = static_cast<float>(factor);
    }
};

struct FoldWeights {
    const float* w;
    const float* factors;
    float* foldedW;
    std::int64_t channels;
    NS_DEVICE void operator()(std::int64_t i) const { foldedW[i] = w[i] * factors[i % channels]; }
};

} // namespace

void foldBatchNorm(Stream& stream, const FixedNorm& norm, const float* w, const float* b, float* foldedW, float* foldedB,
                   std::int64_t rows, std::int64_t channels, float* scratch)
{
    launchEach(stream, channels, FoldBias{norm, b, foldedB, scratch});
    launchEach(stream, rows * channels, FoldWeights{w, scratch, foldedW, channels});
}

} // namespace netsmith::cuda::kernels
