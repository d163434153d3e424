#include "engine/cuda/kernels/time_order.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

/// [outer, inner, width] → [inner, outer, width], with the steps, which are one of the two, turned around if `reversed`.
template <class T>
struct SwapAxes {
    const T* from;
    T* to;
    std::int64_t outer;
    std::int64_t inner;
    std::int64_t width;
    bool turnsOuter;
    bool turnsInner;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / width, column = i - row * width, second = row / outer, first = row - second * outer;
        const std::int64_t o = turnsOuter ? outer - 1 - first : first, n = turnsInner ? inner - 1 - second : second;
        to[i] = from[(o * inner + n) * width + column];
    }
};

} // namespace

template <class T>
void bySteps(Stream& stream, const SequenceShape& shape, bool reversed, const T* from, T* to)
{
    launchEach(stream, shape.elements(), SwapAxes<T>{from, to, shape.samples, shape.steps, shape.width, false, reversed});
}

template <class T>
void bySamples(Stream& stream, const SequenceShape& shape, bool reversed, const T* from, T* to)
{
    launchEach(stream, shape.elements(), SwapAxes<T>{from, to, shape.steps, shape.samples, shape.width, reversed, false});
}

#define INSTANTIATE(T)                                                                                                             \
    template void bySteps<T>(Stream&, const SequenceShape&, bool, const T*, T*);                                                   \
    template void bySamples<T>(Stream&, const SequenceShape&, bool, const T*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
