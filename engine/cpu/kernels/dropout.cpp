#include "engine/cpu/kernels/dropout.h"

#include "engine/core/philox.h"
#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/control.h"

namespace netsmith::kernels {
namespace {

template <class T>
void dropRow(const DropoutMask& mask, std::uint64_t sample, const DropoutResult& result, const T* x, T* y, std::int64_t elements)
{
    for (std::int64_t e = 0; e < elements; e += 4) {
        const Philox::Words words = Philox::draw(mask.seed,
                                                 {static_cast<std::uint32_t>(e / 4), static_cast<std::uint32_t>(sample),
                                                  static_cast<std::uint32_t>(sample >> 32), mask.node});
        const std::int64_t count = std::min<std::int64_t>(4, elements - e);
        for (std::int64_t i = 0; i < count; ++i) {
            const bool kept = Philox::uniform(words[static_cast<std::size_t>(i)]) >= mask.rate;
            y[e + i] = static_cast<T>(kept ? static_cast<float>(x[e + i]) * result.factor + result.shift : result.dropped);
        }
    }
}

} // namespace

template <class T>
void dropout(const DropoutMask& mask, const DropoutResult& result, const std::int64_t* counters, const T* x, T* y,
             std::int64_t samples, std::int64_t repeats, std::int64_t elements) noexcept
{
    const auto firstSample = static_cast<std::uint64_t>(counters[control::samples]);
    forRanges(samples * repeats, rowGrain(elements, elementGrain / 16), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r)
            dropRow(mask, firstSample + static_cast<std::uint64_t>(r / repeats), result, x + r * elements, y + r * elements,
                    elements);
    });
}

template void dropout<float>(const DropoutMask&, const DropoutResult&, const std::int64_t*, const float*, float*, std::int64_t,
                             std::int64_t, std::int64_t) noexcept;
template void dropout<BFloat16>(const DropoutMask&, const DropoutResult&, const std::int64_t*, const BFloat16*, BFloat16*,
                                std::int64_t, std::int64_t, std::int64_t) noexcept;

} // namespace netsmith::kernels
