#include "engine/cuda/kernels/time_order.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

template <class T>
struct TurnTime {
    SequenceShape shape;
    const T* from;
    T* to;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / shape.width, step = row % shape.steps;
        to[i] = from[i + (shape.steps - 1 - 2 * step) * shape.width];
    }
};

template <class T>
struct EndIn {
    SequenceShape shape;
    const T* last;
    T* to;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / shape.width, sample = row / shape.steps;
        to[i] = row - sample * shape.steps == shape.steps - 1 ? last[sample * shape.width + i - row * shape.width] : T(0.0f);
    }
};

template <class T>
struct EndOf {
    SequenceShape shape;
    const T* from;
    T* last;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t sample = i / shape.width;
        last[i] = from[i + ((sample + 1) * (shape.steps - 1)) * shape.width];
    }
};

} // namespace

template <class T>
void turnTime(Stream& stream, const SequenceShape& shape, const T* from, T* to)
{
    launchEach(stream, shape.elements(), TurnTime<T>{shape, from, to});
}

template <class T>
void endIn(Stream& stream, const SequenceShape& shape, const T* last, T* to)
{
    launchEach(stream, shape.elements(), EndIn<T>{shape, last, to});
}

template <class T>
void endOf(Stream& stream, const SequenceShape& shape, const T* from, T* last)
{
    launchEach(stream, shape.samples * shape.width, EndOf<T>{shape, from, last});
}

#define INSTANTIATE(T)                                                                                                             \
    template void turnTime<T>(Stream&, const SequenceShape&, const T*, T*);                                                        \
    template void endIn<T>(Stream&, const SequenceShape&, const T*, T*);                                                           \
    template void endOf<T>(Stream&, const SequenceShape&, const T*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
