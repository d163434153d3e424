#include "engine/cuda/kernels/token_mask.h"

#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

struct TokenMask {
    float padding;
    const float* ids;
    float* mask;
    NS_DEVICE void operator()(std::int64_t i) const { mask[i] = ids[i] == padding ? 0.0f : 1.0f; }
};

} // namespace

void tokenMask(Stream& stream, float padding, const float* ids, float* mask, std::int64_t count)
{
    launchEach(stream, count, TokenMask{padding, ids, mask});
}

} // namespace netsmith::cuda::kernels
