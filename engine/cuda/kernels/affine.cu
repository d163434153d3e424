#include "engine/cuda/kernels/affine.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

template <class T>
struct Affine {
    AffineTable table;
    const T* x;
    T* y;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const auto channel = static_cast<std::size_t>(i % table.channels);
        y[i] = T(table.factors[channel] * static_cast<float>(x[i]) + table.offsets[channel]);
    }
};

} // namespace

template <class T>
void affine(Stream& stream, const AffineTable& table, const T* x, T* y, std::int64_t count)
{
    launchEach(stream, count, Affine<T>{table, x, y});
}

#define INSTANTIATE(T) template void affine(Stream&, const AffineTable&, const T*, T*, std::int64_t);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
