#include "engine/cuda/kernels/dropout.h"

#include "engine/core/philox.h"
#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

namespace netsmith::cuda::kernels {
namespace {

/// The four elements of one row, of which a sample has `repeats`, that share one draw.
template <class T>
struct Dropout {
    DropoutMask mask;
    DropoutResult result;
    const std::int64_t* counters;
    const T* x;
    T* y;
    std::int64_t elements;
    std::int64_t draws; ///< of one row
    std::int64_t repeats;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / draws;
        const std::int64_t draw = i - row * draws;
        const auto sample = static_cast<std::uint64_t>(counters[control::samples] + row / repeats);
        const Philox::Words words = Philox::draw(mask.seed,
                                                 {static_cast<std::uint32_t>(draw), static_cast<std::uint32_t>(sample),
                                                  static_cast<std::uint32_t>(sample >> 32), mask.node});
        const std::int64_t first = row * elements + draw * 4;
        const std::int64_t left = elements - draw * 4;
        for (int e = 0; e < 4; ++e)
            if (e < left) {
                const bool kept = Philox::uniform(words[static_cast<std::size_t>(e)]) >= mask.rate;
                y[first + e] = T(kept ? static_cast<float>(x[first + e]) * result.factor + result.shift : result.dropped);
            }
    }
};

} // namespace

template <class T>
void dropout(Stream& stream, const DropoutMask& mask, const DropoutResult& result, const std::int64_t* counters, const T* x, T* y,
             std::int64_t samples, std::int64_t repeats, std::int64_t elements)
{
    const std::int64_t draws = (elements + 3) / 4;
    launchEach(stream, samples * repeats * draws, Dropout<T>{mask, result, counters, x, y, elements, draws, repeats});
}

#define INSTANTIATE(T)                                                                                                             \
    template void dropout(Stream&, const DropoutMask&, const DropoutResult&, const std::int64_t*, const T*, T*, std::int64_t,      \
                          std::int64_t, std::int64_t);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
