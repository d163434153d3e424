#include "engine/cpu/kernels/activation.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/activation.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/activation_functions.h"

template <class T>
void activate(Activation kind, float alpha, const T* x, T* y, std::int64_t count)
{
    withFunctions(kind, alpha, [&](auto function) {
        eachVector(count, [&](std::int64_t i, auto used) { store(y + i, function.of(load(x + i, used)), used); });
    });
}

#else

namespace netsmith::kernels {
namespace {

/// An exponential costs about as much as eight loads.
std::int64_t grainOf(Activation kind)
{
    switch (kind) {
    case Activation::hardSigmoid:
    case Activation::hardSilu:
    case Activation::hardTanh:
    case Activation::leakyRelu:
    case Activation::relu:
    case Activation::relu6:
    case Activation::softsign: return elementGrain;
    default: return elementGrain / 8;
    }
}

} // namespace

template <class T>
void activate(Activation kind, float alpha, const T* x, T* y, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(activate<T>);
    forRanges(count, grainOf(kind),
              [&](std::int64_t begin, std::int64_t end) { run(kind, alpha, x + begin, y + begin, end - begin); });
}

template void activate<float>(Activation, float, const float*, float*, std::int64_t) noexcept;
template void activate<BFloat16>(Activation, float, const BFloat16*, BFloat16*, std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
