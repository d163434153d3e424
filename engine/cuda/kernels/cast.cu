#include "engine/cuda/kernels/cast.h"

#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

template <class From, class To>
struct Cast {
    const From* x;
    To* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = static_cast<To>(x[i]); }
};

} // namespace

void cast(Stream& stream, const float* x, BFloat16* y, std::int64_t count)
{
    launchEach(stream, count, Cast<float, BFloat16>{x, y});
}

void cast(Stream& stream, const BFloat16* x, float* y, std::int64_t count)
{
    launchEach(stream, count, Cast<BFloat16, float>{x, y});
}

} // namespace netsmith::cuda::kernels
