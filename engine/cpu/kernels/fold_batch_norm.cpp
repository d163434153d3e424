#include "engine/cpu/kernels/fold_batch_norm.h"

#include <cmath>

namespace netsmith::kernels {

void foldBatchNorm(const FixedNorm& norm, const float* w, const float* b, float* foldedW, float* foldedB, std::int64_t rows,
                   std::int64_t channels, float*) noexcept
{
    for (std::int64_t c = 0; c < channels; ++c) {
        const double factor = norm.gamma[c] / std::sqrt(static_cast<double>(norm.variance[c]) + norm.epsilon);
        foldedB[c] = static_cast<float>(((b ? b[c] : 0.0f) - norm.mean[c]) * factor + norm.beta[c]);
        for (std::int64_t r = 0; r < rows; ++r)
            foldedW[r * channels + c] = static_cast<float>(w[r * channels + c] * factor);
    }
}

} // namespace netsmith::kernels
