#include "engine/cuda/kernels/constant.h"

#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

struct Constant {
    float value;
    float* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = value; }
};

} // namespace

void constant(Stream& stream, float value, float* y, std::int64_t count)
{
    launchEach(stream, count, Constant{value, y});
}

} // namespace netsmith::cuda::kernels
