#include "engine/cpu/kernels/softmax.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/softmax.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES
#include "engine/cpu/kernels/rows.h"

template <class T>
void softmax(const T* x, T* y, std::int64_t rows, std::int64_t columns)
{
    for (std::int64_t r = 0; r < rows; ++r, x += columns, y += columns) {
        const Floats most = all(maximumOf(x, columns));
        const float scale = 1.0f / sumOfExponentials(x, most, columns);
        eachVector(columns, [&](std::int64_t c, auto used) { store(y + c, exponential(load(x + c, used) - most) * scale, used); });
    }
}

template <class T>
void softmaxBackward(const T* y, const T* dy, T* dx, std::int64_t rows, std::int64_t columns)
{
    for (std::int64_t r = 0; r < rows; ++r, y += columns, dy += columns, dx += columns) {
        Floats products{};
        eachVector(columns, [&](std::int64_t c, auto used) { products += load(y + c, used) * load(dy + c, used); });
        const float product = sumOf(products);
        eachVector(columns,
                   [&](std::int64_t c, auto used) { store(dx + c, load(y + c, used) * (load(dy + c, used) - product), used); });
    }
}

#else

namespace netsmith::kernels {

template <class T>
void softmax(const T* x, T* y, std::int64_t rows, std::int64_t columns) noexcept
{
    const auto run = NETSMITH_VERSION(softmax<T>);
    forRanges(rows, rowGrain(columns, elementGrain / 8),
              [&](std::int64_t begin, std::int64_t end) { run(x + begin * columns, y + begin * columns, end - begin, columns); });
}

template <class T>
void softmaxBackward(const T* y, const T* dy, T* dx, std::int64_t rows, std::int64_t columns) noexcept
{
    const auto run = NETSMITH_VERSION(softmaxBackward<T>);
    forRanges(rows, rowGrain(columns), [&](std::int64_t begin, std::int64_t end) {
        run(y + begin * columns, dy + begin * columns, dx + begin * columns, end - begin, columns);
    });
}

template void softmax<float>(const float*, float*, std::int64_t, std::int64_t) noexcept;
template void softmax<BFloat16>(const BFloat16*, BFloat16*, std::int64_t, std::int64_t) noexcept;
template void softmaxBackward<float>(const float*, const float*, float*, std::int64_t, std::int64_t) noexcept;
template void softmaxBackward<BFloat16>(const BFloat16*, const BFloat16*, BFloat16*, std::int64_t, std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
