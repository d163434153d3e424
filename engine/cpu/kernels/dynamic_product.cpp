#include "engine/cpu/kernels/dynamic_product.h"

#include "engine/cpu/kernels/fake_quantize.h"
#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/dynamic_product.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

inline void finishRow(float* y, float step, const float* bias, std::int64_t columns, bool rectify)
{
    const Floats steps = all(step);
    eachVector(columns, [&](std::int64_t i, auto used) {
        Floats value = load(y + i, used) * steps;
        if (bias)
            value = value + load(bias + i, used);
        store(y + i, rectify ? rectified(value) : value, used);
    });
}

#else

namespace netsmith::kernels {

void encodeRows(const float* x, std::uint8_t* codes, float* steps, std::int64_t rows, std::int64_t columns) noexcept
{
    forRanges(rows, rowGrain(columns), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r)
            steps[r] = encodeRow(x + r * columns, codes + r * columns, columns);
    });
}

void finishRows(float* y, const float* steps, const float* bias, std::int64_t rows, std::int64_t columns, bool rectify) noexcept
{
    const auto run = NETSMITH_VERSION(finishRow);
    forRanges(rows, rowGrain(columns), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r)
            run(y + r * columns, steps[r], bias, columns, rectify);
    });
}

} // namespace netsmith::kernels

#endif
