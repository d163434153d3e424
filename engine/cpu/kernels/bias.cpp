#include "engine/cpu/kernels/bias.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/bias.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

template <class T>
void addBias(const T* x, const float* bias, T* y, std::int64_t rows, std::int64_t columns, bool rectify)
{
    for (std::int64_t r = 0; r < rows; ++r, x += columns, y += columns)
        eachVector(columns, [&](std::int64_t c, auto used) {
            const Floats sum = load(x + c, used) + load(bias + c, used);
            store(y + c, rectify ? rectified(sum) : sum, used);
        });
}

/// Of the rows [begin, end).
inline void addParts(const float* parts, std::int64_t stride, int count, const float* bias, float* y, std::int64_t begin,
                     std::int64_t end, std::int64_t columns, bool rectify)
{
    for (std::int64_t r = begin; r < end; ++r)
        eachVector(columns, [&](std::int64_t c, auto used) {
            const std::int64_t at = r * columns + c;
            Floats sum = load(parts + at, used);
            for (int i = 1; i < count; ++i)
                sum += load(parts + i * stride + at, used);
            if (bias)
                sum += load(bias + c, used);
            store(y + at, rectify ? rectified(sum) : sum, used);
        });
}

/// Of the columns [begin, end). Four rows at a time hide the additions' latency.
template <class T>
void sumRows(const T* x, float* sums, std::int64_t rows, std::int64_t columns, std::int64_t begin, std::int64_t end)
{
    eachVector(end - begin, [&](std::int64_t c, auto used) {
        const T* column = x + begin + c;
        Floats partial[4]{};
        std::int64_t r = 0;
        for (; r + 4 <= rows; r += 4)
            for (int i = 0; i < 4; ++i)
                partial[i] += load(column + (r + i) * columns, used);
        for (; r < rows; ++r)
            partial[0] += load(column + r * columns, used);
        store(sums + begin + c, (partial[0] + partial[1]) + (partial[2] + partial[3]), used);
    });
}

#else

namespace netsmith::kernels {

template <class T>
void addBias(const T* x, const float* bias, T* y, std::int64_t rows, std::int64_t columns, bool rectify) noexcept
{
    const auto run = NETSMITH_VERSION(addBias<T>);
    forRanges(rows, rowGrain(columns), [&](std::int64_t begin, std::int64_t end) {
        run(x + begin * columns, bias, y + begin * columns, end - begin, columns, rectify);
    });
}

void addParts(const float* parts, int count, const float* bias, float* y, std::int64_t rows, std::int64_t columns,
              bool rectify) noexcept
{
    const auto run = NETSMITH_VERSION(addParts);
    forRanges(rows, rowGrain(columns), [&](std::int64_t begin, std::int64_t end) {
        run(parts, rows * columns, count, bias, y, begin, end, columns, rectify);
    });
}

template <class T>
void sumRows(const T* x, float* sums, std::int64_t rows, std::int64_t columns) noexcept
{
    constexpr std::int64_t block = 16; // of columns: whole vectors in every version, so that the split moves no sum
    const auto run = NETSMITH_VERSION(sumRows<T>);
    forRanges((columns + block - 1) / block, rowGrain(rows * block), [&](std::int64_t begin, std::int64_t end) {
        run(x, sums, rows, columns, begin * block, std::min(columns, end * block));
    });
}

template void addBias(const float*, const float*, float*, std::int64_t, std::int64_t, bool) noexcept;
template void addBias(const BFloat16*, const float*, BFloat16*, std::int64_t, std::int64_t, bool) noexcept;
template void sumRows<float>(const float*, float*, std::int64_t, std::int64_t) noexcept;
template void sumRows<BFloat16>(const BFloat16*, float*, std::int64_t, std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
