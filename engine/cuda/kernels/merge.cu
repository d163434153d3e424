#include "engine/cuda/kernels/merge.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

NS_DEVICE inline float merged(Merge kind, float a, float b)
{
    switch (kind) {
    case Merge::subtract: return a - b;
    case Merge::multiply: return a * b;
    case Merge::maximum: return a > b || a != a ? a : b;
    case Merge::minimum: return a < b || a != a ? a : b;
    }
    return a;
}

template <class T>
struct MergeEach {
    Merge kind;
    const T* a;
    const T* b;
    T* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = T(merged(kind, static_cast<float>(a[i]), static_cast<float>(b[i]))); }
};

template <class T>
struct MergeBackward {
    Merge kind;
    const T* a;
    const T* b;
    const T* dy;
    T* da;
    T* db;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const auto p = static_cast<float>(a[i]);
        const auto q = static_cast<float>(b[i]);
        const auto arrived = static_cast<float>(dy[i]);
        const bool first = kind == Merge::maximum ? p > q : p < q;
        da[i] = T(p == q ? 0.5f * arrived : first ? arrived : 0.0f);
        db[i] = T(p == q ? 0.5f * arrived : first ? 0.0f : arrived);
    }
};

template <class T>
struct ScaleTensor {
    float factor;
    const T* x;
    T* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = T(factor * static_cast<float>(x[i])); }
};

} // namespace

template <class T>
void merge(Stream& stream, Merge kind, const T* a, const T* b, T* y, std::int64_t count)
{
    launchEach(stream, count, MergeEach<T>{kind, a, b, y});
}

template <class T>
void mergeBackward(Stream& stream, Merge kind, const T* a, const T* b, const T* dy, T* da, T* db, std::int64_t count)
{
    launchEach(stream, count, MergeBackward<T>{kind, a, b, dy, da, db});
}

template <class T>
void scale(Stream& stream, float factor, const T* x, T* y, std::int64_t count)
{
    launchEach(stream, count, ScaleTensor<T>{factor, x, y});
}

#define INSTANTIATE(T)                                                                                                             \
    template void merge(Stream&, Merge, const T*, const T*, T*, std::int64_t);                                                     \
    template void mergeBackward(Stream&, Merge, const T*, const T*, const T*, T*, T*, std::int64_t);                               \
    template void scale(Stream&, float, const T*, T*, std::int64_t);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
