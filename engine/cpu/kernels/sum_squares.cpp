#include "engine/cpu/kernels/sum_squares.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/sum_squares.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// f32 sums of 64 vectors at a time, four of them in flight, added up in double.
inline double sumSquares(const float* x, std::int64_t count)
{
    constexpr std::int64_t block = 64 * lanes;
    double sum = 0.0;
    std::int64_t begin = 0;
    for (; begin + block <= count; begin += block) {
        Floats partial[4]{};
        for (std::int64_t i = begin; i < begin + block; i += 4 * lanes)
            for (int k = 0; k < 4; ++k) {
                const Floats values = load(x + i + k * lanes, AllLanes{});
                partial[k] += values * values;
            }
        sum += sumOf((partial[0] + partial[1]) + (partial[2] + partial[3]));
    }
    Floats rest{};
    eachVector(count - begin, [&](std::int64_t i, auto used) {
        const Floats values = load(x + begin + i, used);
        rest += values * values;
    });
    return sum + sumOf(rest);
}

#else

namespace netsmith::kernels {

double sumSquares(const float* x, std::int64_t count) noexcept
{
    return NETSMITH_VERSION(sumSquares)(x, count);
}

} // namespace netsmith::kernels

#endif
