#include "engine/cpu/kernels/round.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/round.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// To a multiple of the `dropped`-th bit's double, ties to even.
template <int dropped>
inline Words withoutBits(Words words)
{
    constexpr std::uint32_t unit = 1u << dropped;
    return (words + (unit / 2 - 1) + ((words >> dropped) & 1u)) & ~(unit - 1);
}

/// As `roundedToHalf`, whose cases all lanes go through.
inline Floats toHalf(Floats x)
{
    const Words words = reinterpret_cast<Words>(x);
    const Words sign = words & 0x80000000u;
    const Floats size = reinterpret_cast<Floats>(words ^ sign);
    const Floats normal = reinterpret_cast<Floats>(withoutBits<13>(words ^ sign));
    const Floats tiny = (size + 0.5f) - 0.5f;
    Floats rounded = size < all(0x1p-14f) ? tiny : normal;
    rounded = size >= all(65520.0f) ? all(std::numeric_limits<float>::infinity()) : rounded;
    rounded = size == size ? rounded : size;
    return reinterpret_cast<Floats>(reinterpret_cast<Words>(rounded) | sign);
}

inline Floats toBFloat16(Floats x)
{
    return x == x ? reinterpret_cast<Floats>(withoutBits<16>(reinterpret_cast<Words>(x))) : x;
}

inline void roundTo(bool half, const float* x, float* y, std::int64_t count)
{
    if (half)
        eachVector(count, [&](std::int64_t i, auto used) { store(y + i, toHalf(load(x + i, used)), used); });
    else
        eachVector(count, [&](std::int64_t i, auto used) { store(y + i, toBFloat16(load(x + i, used)), used); });
}

#else

namespace netsmith::kernels {

void round(bool half, const float* x, float* y, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(roundTo);
    forRanges(count, elementGrain, [&](std::int64_t begin, std::int64_t end) { run(half, x + begin, y + begin, end - begin); });
}

} // namespace netsmith::kernels

#endif
