#include "engine/cpu/kernels/mask_steps.h"

#include "engine/cpu/kernels/ranges.h"

namespace netsmith::kernels {

template <class T>
void maskSteps(T other, bool spares, const T* x, const float* mask, T* y, std::int64_t samples, std::int64_t steps,
               std::int64_t width) noexcept
{
    forRanges(samples, rowGrain(steps * width), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n) {
            const float* row = mask + n * steps;
            const bool spared = spares && std::all_of(row, row + steps, [](float value) { return value == 0.0f; });
            for (std::int64_t t = 0; t < steps; ++t) {
                const std::int64_t first = (n * steps + t) * width;
                if (spared || row[t] != 0.0f)
                    std::copy_n(x + first, width, y + first);
                else
                    std::fill_n(y + first, width, other);
            }
        }
    });
}

#define INSTANTIATE(T)                                                                                                             \
    template void maskSteps(T, bool, const T*, const float*, T*, std::int64_t, std::int64_t, std::int64_t) noexcept;
INSTANTIATE(float)
INSTANTIATE(BFloat16)
INSTANTIATE(std::int32_t)

void countSteps(const float* mask, float* samples, float* inverse, void*, std::int64_t count, std::int64_t steps) noexcept
{
    std::int64_t counted = 0;
    for (std::int64_t i = 0; i < count; ++i)
        counted += mask[i] != 0.0f ? 1 : 0;
    const double whole = static_cast<double>(counted > 0 ? counted : 1) / static_cast<double>(steps);
    *samples = static_cast<float>(whole);
    *inverse = static_cast<float>(1.0 / whole);
}

} // namespace netsmith::kernels
