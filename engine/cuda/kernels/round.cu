#include "engine/cuda/kernels/round.h"

#include "engine/core/bfloat16.h"
#include "engine/core/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

struct Round {
    bool half;
    const float* x;
    float* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = half ? roundedToHalf(x[i]) : static_cast<float>(BFloat16(x[i])); }
};

} // namespace

void round(Stream& stream, bool half, const float* x, float* y, std::int64_t count)
{
    launchEach(stream, count, Round{half, x, y});
}

} // namespace netsmith::cuda::kernels
