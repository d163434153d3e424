#include "engine/cpu/kernels/gaussian_noise.h"

#include "engine/core/philox.h"
#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/control.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/gaussian_noise.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// ln x of a normal x > 0 to 2 ulp: Cephes' polynomial for logf.
inline Floats logarithm(Floats x)
{
    const Ints bits = reinterpret_cast<Ints>(x);
    Floats exponent = __builtin_convertvector((bits >> 23) - 126, Floats);
    Floats m = reinterpret_cast<Floats>((bits & 0x7fffff) | 0x3f000000); // [0.5, 1)
    const Ints low = m < all(0.707106781f);
    exponent = low ? exponent - 1.0f : exponent;
    m = (low ? m + m : m) - 1.0f;
    Floats p = all(7.0376836292e-2f);
    p = p * m - 1.1514610310e-1f;
    p = p * m + 1.1676998740e-1f;
    p = p * m - 1.2420140846e-1f;
    p = p * m + 1.4249322787e-1f;
    p = p * m - 1.6668057665e-1f;
    p = p * m + 2.0000714765e-1f;
    p = p * m - 2.4999993993e-1f;
    p = p * m + 3.3333331174e-1f;
    const Floats square = m * m;
    Floats result = p * m * square + exponent * -2.12194440e-4f;
    result = result - 0.5f * square;
    return (m + result) + exponent * 0.693359375f;
}

/// Two deviates from each pair of words: radius by the first, angle by the second. Whole vectors of pairs.
inline void boxMuller(const std::uint32_t* radii, const std::uint32_t* angles, float* deviates, std::int64_t pairs)
{
    for (std::int64_t i = 0; i < pairs; i += lanes) {
        const auto uniform = [&](const std::uint32_t* words) {
            const Words drawn = loadAs<Words>(words + i, AllLanes{});
            return __builtin_convertvector(reinterpret_cast<Ints>(drawn >> 8), Floats) * 0x1p-24f;
        };
        const Floats radius = squareRoot(-2.0f * logarithm(1.0f - uniform(radii)));
        // In turns, so that the nearest quarter is subtracted exactly; Cephes' polynomials for sinf and cosf do the rest.
        const Floats turns = uniform(angles);
        const Ints quarter = __builtin_convertvector(turns * 4.0f + 0.5f, Ints);
        const Floats angle = (turns - __builtin_convertvector(quarter, Floats) * 0.25f) * 6.28318531f;
        const Floats square = angle * angle;
        Floats sine = all(-1.9515295891e-4f);
        sine = sine * square + 8.3321608736e-3f;
        sine = sine * square - 1.6666654611e-1f;
        sine = sine * square * angle + angle;
        Floats cosine = all(2.443315711809948e-5f);
        cosine = cosine * square - 1.388731625493765e-3f;
        cosine = cosine * square + 4.166664568298827e-2f;
        cosine = cosine * square * square - 0.5f * square + 1.0f;
        const Ints odd = (quarter & 1) != 0;
        const Floats first = odd ? sine : cosine;
        const Floats second = odd ? cosine : sine;
        const Floats x = radius * ((((quarter + 1) & 2) != 0) ? -first : first);
        const Floats y = radius * (((quarter & 2) != 0) ? -second : second);
        for (int k = 0; k < lanes; ++k) {
            deviates[2 * (i + k)] = x[k];
            deviates[2 * (i + k) + 1] = y[k];
        }
    }
}

template <class T>
void layOver(const float* deviates, float deviation, bool multiplied, const T* x, T* y, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats noise = load(deviates + i, used) * deviation;
        const Floats value = load(x + i, used);
        store(y + i, multiplied ? value * (noise + 1.0f) : value + noise, used);
    });
}

#else

namespace netsmith::kernels {

template <class T>
void gaussianNoise(const NoiseSource& source, const std::int64_t* counters, const T* x, T* y, std::int64_t samples,
                   std::int64_t elements) noexcept
{
    const auto firstSample = static_cast<std::uint64_t>(counters[control::samples]);
    constexpr std::int64_t block = 64; // elements at once: whole vectors of pairs in every version
    const auto make = NETSMITH_VERSION(boxMuller);
    const auto apply = NETSMITH_VERSION(layOver<T>);
    const auto someOf = [&](std::uint64_t sample, std::int64_t begin, const T* from, T* to, std::int64_t count) {
        std::array<std::uint32_t, block / 2> radii{}, angles{};
        std::array<float, block> deviates;
        for (std::int64_t e = 0; e < count; e += 4) {
            const Philox::Words words =
                Philox::draw(source.seed,
                             {static_cast<std::uint32_t>((begin + e) / 4), static_cast<std::uint32_t>(sample),
                              static_cast<std::uint32_t>(sample >> 32), source.node});
            const auto pair = static_cast<std::size_t>(e / 2);
            radii[pair] = words[0];
            angles[pair] = words[1];
            radii[pair + 1] = words[2];
            angles[pair + 1] = words[3];
        }
        make(radii.data(), angles.data(), deviates.data(), block / 2);
        apply(deviates.data(), source.deviation, source.multiplied, from, to, count);
    };
    const std::int64_t blocks = (elements + block - 1) / block; // of one sample
    forRanges(samples * blocks, rowGrain(block, elementGrain / 32), [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t i = from; i < to; ++i) {
            const std::int64_t row = i / blocks;
            const std::int64_t begin = i % blocks * block;
            const std::int64_t at = row * elements + begin;
            someOf(firstSample + static_cast<std::uint64_t>(row), begin, x + at, y + at, std::min(block, elements - begin));
        }
    });
}

template void gaussianNoise<float>(const NoiseSource&, const std::int64_t*, const float*, float*, std::int64_t,
                                   std::int64_t) noexcept;
template void gaussianNoise<BFloat16>(const NoiseSource&, const std::int64_t*, const BFloat16*, BFloat16*, std::int64_t,
                                      std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
