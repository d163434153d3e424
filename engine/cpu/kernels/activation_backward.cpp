#include "engine/cpu/kernels/activation.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/activation_backward.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/activation_functions.h"

template <class T>
void activateBackward(Activation kind, float alpha, const T* read, const T* dy, T* dx, std::int64_t count)
{
    withFunctions(kind, alpha, [&](auto function) {
        // A selection too, not only a product: a masked gradient is 0 even where it is infinite.
        eachVector(count, [&](std::int64_t i, auto used) {
            const Floats slope = function.slope(load(read + i, used));
            store(dx + i, slope == Floats{} ? Floats{} : load(dy + i, used) * slope, used);
        });
    });
}

#else

namespace netsmith::kernels {
namespace {

/// If the slope takes a separate exponential, which costs about as much as eight loads.
std::int64_t grainOf(Activation kind)
{
    const bool cheap = slopeReads(kind) == SlopeReads::result || kind == Activation::hardSigmoid || kind == Activation::hardSilu
        || kind == Activation::softsign;
    return cheap ? elementGrain : elementGrain / 8;
}

} // namespace

template <class T>
void activateBackward(Activation kind, float alpha, const T* read, const T* dy, T* dx, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(activateBackward<T>);
    forRanges(count, grainOf(kind),
              [&](std::int64_t begin, std::int64_t end) { run(kind, alpha, read + begin, dy + begin, dx + begin, end - begin); });
}

template void activateBackward<float>(Activation, float, const float*, const float*, float*, std::int64_t) noexcept;
template void activateBackward<BFloat16>(Activation, float, const BFloat16*, const BFloat16*, BFloat16*, std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
