#include "engine/cuda/kernels/activation.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/kernels/slopes.h"

namespace netsmith::cuda::kernels {
namespace {

template <class T>
struct Activate {
    Activation kind;
    float alpha;
    const T* x;
    T* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = T(activated(kind, static_cast<float>(x[i]), alpha)); }
};

template <class T>
struct ActivateBackward {
    Activation kind;
    float alpha;
    const T* read;
    const T* dy;
    T* dx;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        dx[i] = T(weighted(static_cast<float>(dy[i]), slopeAt(kind, static_cast<float>(read[i]), alpha)));
    }
};

template <class T>
struct BiasActivate {
    Activation kind;
    const float* bias;
    T* y;
    std::int64_t columns;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = T(activated(kind, static_cast<float>(y[i]) + bias[i % columns])); }
};

} // namespace

template <class T>
void activate(Stream& stream, Activation kind, float alpha, const T* x, T* y, std::int64_t count)
{
    launchEach(stream, count, Activate<T>{kind, alpha, x, y});
}

template <class T>
void activateBackward(Stream& stream, Activation kind, float alpha, const T* read, const T* dy, T* dx, std::int64_t count)
{
    launchEach(stream, count, ActivateBackward<T>{kind, alpha, read, dy, dx});
}

template <class T>
void biasActivate(Stream& stream, Activation kind, const float* bias, T* y, std::int64_t rows, std::int64_t columns)
{
    launchEach(stream, rows * columns, BiasActivate<T>{kind, bias, y, columns});
}

#define INSTANTIATE(T)                                                                                                             \
    template void activate(Stream&, Activation, float, const T*, T*, std::int64_t);                                                \
    template void activateBackward(Stream&, Activation, float, const T*, const T*, T*, std::int64_t);                              \
    template void biasActivate(Stream&, Activation, const float*, T*, std::int64_t, std::int64_t);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
