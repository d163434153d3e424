#include "engine/cuda/kernels/length_mask.h"

#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

struct LengthMask {
    const float* lengths;
    float* mask;
    std::int64_t steps;
    NS_DEVICE void operator()(std::int64_t i) const { mask[i] = static_cast<float>(i % steps) < lengths[i / steps] ? 1.0f : 0.0f; }
};

} // namespace

void lengthMask(Stream& stream, const float* lengths, float* mask, std::int64_t samples, std::int64_t steps)
{
    launchEach(stream, samples * steps, LengthMask{lengths, mask, steps});
}

} // namespace netsmith::cuda::kernels
