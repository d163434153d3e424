#include "engine/cuda/kernels/keep_zeros.h"

#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

struct NonzeroMask {
    const float* w;
    float* mask;
    NS_DEVICE void operator()(std::int64_t i) const { mask[i] = w[i] != 0.0f ? 1.0f : 0.0f; }
};

struct KeepZeros {
    float* x;
    const float* mask;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        if (mask[i] == 0.0f)
            x[i] = 0.0f;
    }
};

} // namespace

void nonzeroMask(Stream& stream, const float* w, float* mask, std::int64_t elements)
{
    launchEach(stream, elements, NonzeroMask{w, mask});
}

void keepZeros(Stream& stream, float* x, const float* mask, std::int64_t elements)
{
    launchEach(stream, elements, KeepZeros{x, mask});
}

} // namespace netsmith::cuda::kernels
