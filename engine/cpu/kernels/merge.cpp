#include "engine/cpu/kernels/merge.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/merge.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

struct Difference {
    static Floats of(Floats a, Floats b) { return a - b; }
};
struct Product {
    static Floats of(Floats a, Floats b) { return a * b; }
};
struct Maximum {
    static Floats of(Floats a, Floats b) { return maximum(a, b); }
};
struct Minimum {
    static Floats of(Floats a, Floats b) { return -maximum(-a, -b); }
};

template <class F, class T>
inline void mergeBy(const T* a, const T* b, T* y, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) { store(y + i, F::of(load(a + i, used), load(b + i, used)), used); });
}

template <class T>
void merge(Merge kind, const T* a, const T* b, T* y, std::int64_t count)
{
    switch (kind) {
    case Merge::subtract: return mergeBy<Difference>(a, b, y, count);
    case Merge::multiply: return mergeBy<Product>(a, b, y, count);
    case Merge::maximum: return mergeBy<Maximum>(a, b, y, count);
    case Merge::minimum: return mergeBy<Minimum>(a, b, y, count);
    }
}

template <class T>
void mergeBackward(Merge kind, const T* a, const T* b, const T* dy, T* da, T* db, std::int64_t count)
{
    const float sign = kind == Merge::maximum ? 1.0f : -1.0f;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats p = sign * load(a + i, used);
        const Floats q = sign * load(b + i, used);
        const Floats arrived = load(dy + i, used);
        const Floats half = 0.5f * arrived;
        store(da + i, p == q ? half : p > q ? arrived : Floats{}, used);
        store(db + i, p == q ? half : p > q ? Floats{} : arrived, used);
    });
}

template <class T>
void scale(float factor, const T* x, T* y, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) { store(y + i, factor * load(x + i, used), used); });
}

#else

namespace netsmith::kernels {

template <class T>
void merge(Merge kind, const T* a, const T* b, T* y, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(merge<T>);
    forRanges(count, elementGrain,
              [&](std::int64_t begin, std::int64_t end) { run(kind, a + begin, b + begin, y + begin, end - begin); });
}

template <class T>
void mergeBackward(Merge kind, const T* a, const T* b, const T* dy, T* da, T* db, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(mergeBackward<T>);
    forRanges(count, elementGrain, [&](std::int64_t begin, std::int64_t end) {
        run(kind, a + begin, b + begin, dy + begin, da + begin, db + begin, end - begin);
    });
}

template <class T>
void scale(float factor, const T* x, T* y, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(scale<T>);
    forRanges(count, elementGrain, [&](std::int64_t begin, std::int64_t end) { run(factor, x + begin, y + begin, end - begin); });
}

#define INSTANTIATE(T)                                                                                                             \
    template void merge<T>(Merge, const T*, const T*, T*, std::int64_t) noexcept;                                                  \
    template void mergeBackward<T>(Merge, const T*, const T*, const T*, T*, T*, std::int64_t) noexcept;                            \
    template void scale<T>(float, const T*, T*, std::int64_t) noexcept;
INSTANTIATE(float)
INSTANTIATE(BFloat16)

} // namespace netsmith::kernels

#endif
