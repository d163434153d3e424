#include "engine/cuda/kernels/dropout.h"

#include "engine/core/bfloat16.h"
#include "engine/core/philox.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

namespace netsmith::cuda::kernels {
namespace {

/// Four elements of one sample: what one draw is for.
template <class T>
struct Dropout {
    DropoutMask mask;
    float scale;
    const std::int64_t* counters;
    const T* x;
    T* y;
    std::int64_t elements;
    std::int64_t draws; ///< of one sample

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / draws;
        const std::int64_t draw = i - row * draws;
        const auto sample = static_cast<std::uint64_t>(counters[control::samples] + row);
        const Philox::Words words = Philox::draw(mask.seed,
                                                 {static_cast<std::uint32_t>(draw), static_cast<std::uint32_t>(sample),
                                                  static_cast<std::uint32_t>(sample >> 32), mask.node});
        const std::int64_t first = row * elements + draw * 4;
        const std::int64_t left = elements - draw * 4;
        for (int e = 0; e < 4; ++e)
            if (e < left) {
                const bool kept = Philox::uniform(words[static_cast<std::size_t>(e)]) >= mask.rate;
                y[first + e] = kept ? T(static_cast<float>(x[first + e]) * scale) : T(0.0f);
            }
    }
};

} // namespace

template <class T>
void dropout(Stream& stream, const DropoutMask& mask, const std::int64_t* counters, const T* x, T* y, std::int64_t samples,
             std::int64_t elements)
{
    const std::int64_t draws = (elements + 3) / 4;
    launchEach(stream, samples * draws, Dropout<T>{mask, 1.0f / (1.0f - mask.rate), counters, x, y, elements, draws});
}

template void dropout(Stream&, const DropoutMask&, const std::int64_t*, const float*, float*, std::int64_t, std::int64_t);
template void dropout(Stream&, const DropoutMask&, const std::int64_t*, const BFloat16*, BFloat16*, std::int64_t, std::int64_t);

} // namespace netsmith::cuda::kernels
