#include "engine/cuda/kernels/add.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/kernels/slopes.h"

namespace netsmith::cuda::kernels {
namespace {

template <class T>
struct Add {
    Activation kind;
    const T* a;
    const T* b;
    T* y;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        y[i] = T(activated(kind, static_cast<float>(a[i]) + static_cast<float>(b[i])));
    }
};

} // namespace

template <class T>
void add(Stream& stream, Activation kind, const T* a, const T* b, T* y, std::int64_t count)
{
    launchEach(stream, count, Add<T>{kind, a, b, y});
}

#define INSTANTIATE(T) template void add(Stream&, Activation, const T*, const T*, T*, std::int64_t);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
