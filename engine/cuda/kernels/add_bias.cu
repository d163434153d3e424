#include "engine/cuda/kernels/add_bias.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/kernels/slopes.h"

namespace netsmith::cuda::kernels {
namespace {

template <class T>
struct AddBias {
    Activation activation;
    const T* x;
    const float* bias;
    T* y;
    std::int64_t columns;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        y[i] = T(activated(activation, static_cast<float>(x[i]) + bias[i % columns]));
    }
};

} // namespace

template <class T>
void addBias(Stream& stream, Activation activation, const T* x, const float* bias, T* y, std::int64_t count, std::int64_t columns)
{
    launchEach(stream, count, AddBias<T>{activation, x, bias, y, columns});
}

#define INSTANTIATE(T) template void addBias(Stream&, Activation, const T*, const float*, T*, std::int64_t, std::int64_t);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
