#include "engine/cuda/kernels/cast.h"

#include "engine/cuda/kernels/float16.h"
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

template <class From, class To>
void cast(Stream& stream, const From* x, To* y, std::int64_t count)
{
    launchEach(stream, count, Cast<From, To>{x, y});
}

template void cast(Stream&, const float*, float*, std::int64_t);
template void cast(Stream&, const float*, BFloat16*, std::int64_t);
template void cast(Stream&, const BFloat16*, float*, std::int64_t);
template void cast(Stream&, const float*, Float16*, std::int64_t);
template void cast(Stream&, const Float16*, float*, std::int64_t);

} // namespace netsmith::cuda::kernels
