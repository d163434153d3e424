#include "engine/cpu/kernels/small_product.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/small_product.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// `count` rows and one vector of columns: enough sums in flight to hide an addition's latency.
template <int count, class Used>
inline void tile(const MatrixView& a, const float* b, const float* bias, float* c, std::int64_t inner, std::int64_t columns,
                 bool rectify, Used used)
{
    Floats sums[count];
    for (Floats& sum : sums)
        sum = Floats{};
    for (std::int64_t k = 0; k < inner; ++k) {
        const Floats values = load(b + k * columns, used);
        for (int r = 0; r < count; ++r)
            sums[r] += values * a.data[r * a.row + k * a.column];
    }
    for (int r = 0; r < count; ++r) {
        const Floats sum = bias ? sums[r] + load(bias, used) : sums[r];
        store(c + r * columns, rectify ? rectified(sum) : sum, used);
    }
}

inline void smallProduct(const MatrixView& a, const float* b, const float* bias, float* c, std::int64_t rows, std::int64_t inner,
                         std::int64_t columns, bool rectify)
{
    constexpr int together = 8;
    eachVector(columns, [&](std::int64_t n, auto used) {
        const float* offset = bias ? bias + n : nullptr;
        std::int64_t r = 0;
        const auto from = [&] { return MatrixView{a.data + r * a.row, a.row, a.column}; };
        for (; r + together <= rows; r += together)
            tile<together>(from(), b + n, offset, c + r * columns + n, inner, columns, rectify, used);
        for (; r < rows; ++r)
            tile<1>(from(), b + n, offset, c + r * columns + n, inner, columns, rectify, used);
    });
}

#else

namespace netsmith::kernels {

void smallProduct(const MatrixView& a, const float* b, const float* bias, float* c, std::int64_t rows, std::int64_t inner,
                  std::int64_t columns, bool rectify) noexcept
{
    NETSMITH_VERSION(smallProduct)(a, b, bias, c, rows, inner, columns, rectify);
}

void transpose(const float* from, float* to, std::int64_t rows, std::int64_t columns) noexcept
{
    for (std::int64_t c = 0; c < columns; ++c)
        for (std::int64_t r = 0; r < rows; ++r)
            to[c * rows + r] = from[r * columns + c];
}

} // namespace netsmith::kernels

#endif
