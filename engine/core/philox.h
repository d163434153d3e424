#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

namespace netsmith {

/// Philox4x32-10: four random words from a 128-bit counter and a 64-bit key, the same on every device.
/// Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
struct Philox {
    using Words = std::array<std::uint32_t, 4>;

    static constexpr Words draw(std::uint64_t key, Words counter)
    {
        auto k0 = static_cast<std::uint32_t>(key);
        auto k1 = static_cast<std::uint32_t>(key >> 32);
        for (int round = 0; round < 10; ++round) {
            const std::uint64_t p0 = std::uint64_t{0xD2511F53} * counter[0];
            const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * counter[2];
            counter = {static_cast<std::uint32_t>(p1 >> 32) ^ counter[1] ^ k0, static_cast<std::uint32_t>(p1),
                       static_cast<std::uint32_t>(p0 >> 32) ^ counter[3] ^ k1, static_cast<std::uint32_t>(p0)};
            k0 += 0x9E3779B9;
            k1 += 0xBB67AE85;
        }
        return counter;
    }

    /// [0, 1) with 24 bits, exact in float.
    static constexpr float uniform(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }
};

/// A stream of draws for the host: shuffles, initial weights, synthetic data. Streams with different ids are independent.
class RandomStream {
public:
    RandomStream(std::uint64_t seed, std::uint64_t stream)
        : m_seed(seed)
        , m_stream(stream)
    {
    }

    std::uint32_t next()
    {
        if (m_used == 4) {
            m_words = Philox::draw(m_seed,
                                   {static_cast<std::uint32_t>(m_block), static_cast<std::uint32_t>(m_block >> 32),
                                    static_cast<std::uint32_t>(m_stream), static_cast<std::uint32_t>(m_stream >> 32)});
            ++m_block;
            m_used = 0;
        }
        return m_words[m_used++];
    }

    /// [0, 1)
    double uniform()
    {
        // Two statements: a sum may evaluate its operands in either order, so two compilers could draw different bits.
        const double high = next() >> 5;
        const double low = next() >> 6;
        return (high * 0x1p26 + low) * 0x1p-53;
    }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }

    /// An unbiased integer in [0, bound), bound ≥ 1: Lemire, "Fast random integer generation in an interval", 2019.
    std::uint32_t below(std::uint32_t bound)
    {
        std::uint64_t product = std::uint64_t{next()} * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t threshold = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < threshold)
                product = std::uint64_t{next()} * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    /// A standard normal deviate (Box and Muller 1958).
    double normal()
    {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }

private:
    std::uint64_t m_seed;
    std::uint64_t m_stream;
    std::uint64_t m_block = 0;
    Philox::Words m_words{};
    unsigned m_used = 4;
};

/// FNV-1a: a stable number for a name (a node's id) in Philox counters and stream ids.
constexpr std::uint32_t nameHash(std::string_view name)
{
    std::uint32_t hash = 2166136261u;
    for (const char c : name)
        hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619u;
    return hash;
}

} // namespace netsmith
