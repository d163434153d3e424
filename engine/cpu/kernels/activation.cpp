#include "engine/cpu/kernels/activation.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/activation.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

struct Relu {
    static Floats of(Floats x) { return rectified(x); }
    static Floats derivative(Floats y) { return y > Floats{} ? all(1.0f) : Floats{}; }
};

struct Sigmoid {
    static Floats of(Floats x) { return 1.0f / (1.0f + exponential(-x)); }
    static Floats derivative(Floats y) { return y * (1.0f - y); }
};

struct Tanh {
    /// By eˣ, and by Cephes' polynomial where that would cancel.
    static Floats of(Floats x)
    {
        const Floats square = x * x;
        Floats p = all(-5.70498872745e-3f);
        p = p * square + 2.06390887954e-2f;
        p = p * square - 5.37397155531e-2f;
        p = p * square + 1.33314422036e-1f;
        p = p * square - 3.33332819422e-1f;
        const Floats small = x + x * square * p;
        const Floats large = 1.0f - 2.0f / (exponential(2.0f * x) + 1.0f);
        return square < all(0.390625f) ? small : large;
    }
    static Floats derivative(Floats y) { return 1.0f - y * y; }
};

template <class F, class T>
void apply(const T* x, T* y, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) { store(y + i, F::of(load(x + i, used)), used); });
}

template <class F, class T>
void applyBackward(const T* y, const T* dy, T* dx, std::int64_t count)
{
    eachVector(count,
               [&](std::int64_t i, auto used) { store(dx + i, load(dy + i, used) * F::derivative(load(y + i, used)), used); });
}

template <class T>
void relu(const T* x, T* y, std::int64_t count)
{
    apply<Relu>(x, y, count);
}
template <class T>
void sigmoid(const T* x, T* y, std::int64_t count)
{
    apply<Sigmoid>(x, y, count);
}
template <class T>
void tanh(const T* x, T* y, std::int64_t count)
{
    apply<Tanh>(x, y, count);
}
template <class T>
void reluBackward(const T* y, const T* dy, T* dx, std::int64_t count)
{
    // A selection, not a product: a masked gradient is 0 even where it is infinite.
    eachVector(count, [&](std::int64_t i, auto used) {
        store(dx + i, load(y + i, used) > Floats{} ? load(dy + i, used) : Floats{}, used);
    });
}
template <class T>
void sigmoidBackward(const T* y, const T* dy, T* dx, std::int64_t count)
{
    applyBackward<Sigmoid>(y, dy, dx, count);
}
template <class T>
void tanhBackward(const T* y, const T* dy, T* dx, std::int64_t count)
{
    applyBackward<Tanh>(y, dy, dx, count);
}

#else

namespace netsmith::kernels {
namespace {

// An exponential costs about as much as eight loads.
constexpr std::int64_t exponentialGrain = elementGrain / 8;

template <class T, class F>
void forward(F* function, const T* x, T* y, std::int64_t count, std::int64_t grain)
{
    forRanges(count, grain, [&](std::int64_t begin, std::int64_t end) { function(x + begin, y + begin, end - begin); });
}

template <class T, class F>
void backward(F* function, const T* y, const T* dy, T* dx, std::int64_t count)
{
    forRanges(count, elementGrain,
              [&](std::int64_t begin, std::int64_t end) { function(y + begin, dy + begin, dx + begin, end - begin); });
}

} // namespace

template <class T>
void relu(const T* x, T* y, std::int64_t count) noexcept
{
    forward(NETSMITH_VERSION(relu<T>), x, y, count, elementGrain);
}
template <class T>
void sigmoid(const T* x, T* y, std::int64_t count) noexcept
{
    forward(NETSMITH_VERSION(sigmoid<T>), x, y, count, exponentialGrain);
}
template <class T>
void tanh(const T* x, T* y, std::int64_t count) noexcept
{
    forward(NETSMITH_VERSION(tanh<T>), x, y, count, exponentialGrain);
}
template <class T>
void reluBackward(const T* y, const T* dy, T* dx, std::int64_t count) noexcept
{
    backward(NETSMITH_VERSION(reluBackward<T>), y, dy, dx, count);
}
template <class T>
void sigmoidBackward(const T* y, const T* dy, T* dx, std::int64_t count) noexcept
{
    backward(NETSMITH_VERSION(sigmoidBackward<T>), y, dy, dx, count);
}
template <class T>
void tanhBackward(const T* y, const T* dy, T* dx, std::int64_t count) noexcept
{
    backward(NETSMITH_VERSION(tanhBackward<T>), y, dy, dx, count);
}

#define INSTANTIATE(T)                                                                                                             \
    template void relu<T>(const T*, T*, std::int64_t) noexcept;                                                                    \
    template void sigmoid<T>(const T*, T*, std::int64_t) noexcept;                                                                 \
    template void tanh<T>(const T*, T*, std::int64_t) noexcept;                                                                    \
    template void reluBackward<T>(const T*, const T*, T*, std::int64_t) noexcept;                                                  \
    template void sigmoidBackward<T>(const T*, const T*, T*, std::int64_t) noexcept;                                               \
    template void tanhBackward<T>(const T*, const T*, T*, std::int64_t) noexcept;
INSTANTIATE(float)
INSTANTIATE(BFloat16)

} // namespace netsmith::kernels

#endif
