#include "engine/cpu/kernels/row_dots.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/row_dots.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

template <class T>
inline void rowDots(const T* a, const T* b, T* y, std::int64_t columns, std::int64_t begin, std::int64_t end)
{
    for (std::int64_t r = begin; r < end; ++r) {
        Floats products{};
        eachVector(columns, [&](std::int64_t c, auto used) {
            products += load(a + r * columns + c, used) * load(b + r * columns + c, used);
        });
        y[r] = T(sumOf(products));
    }
}

#else

namespace netsmith::kernels {

template <class T>
void rowDots(const T* a, const T* b, T* y, std::int64_t rows, std::int64_t columns) noexcept
{
    const auto run = NETSMITH_VERSION(rowDots<T>);
    forRanges(rows, rowGrain(columns), [&](std::int64_t begin, std::int64_t end) { run(a, b, y, columns, begin, end); });
}

template void rowDots(const float*, const float*, float*, std::int64_t, std::int64_t) noexcept;
template void rowDots(const BFloat16*, const BFloat16*, BFloat16*, std::int64_t, std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
