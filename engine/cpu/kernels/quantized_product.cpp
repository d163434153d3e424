#include "engine/cpu/kernels/quantized_product.h"

#include "engine/core/quantization_grid.h"
#include "engine/core/thread_team.h"
#include "engine/cpu/kernels/fake_quantize.h"
#include "engine/cpu/kernels/ranges.h"

#include <cpuid.h>
#include <sys/syscall.h>
#include <type_traits>
#include <unistd.h>
#include <vector>

#ifndef NETSMITH_LANES

namespace netsmith::kernels {
namespace {

using Share = std::pair<std::int64_t, std::int64_t>; ///< from the first to the one after the last

/// What one of several threads computes: a share of the pixels, or where these fill no tile for each, of the panels.
struct MemberShare {
    MemberShare(std::int64_t allPixels, std::int64_t allPanels, std::int64_t tileRows, int member, int members)
    {
        const auto partOf = [&](std::int64_t count) { return Share(count * member / members, count * (member + 1) / members); };
        const bool byPixels = allPixels >= members * tileRows || allPanels < members;
        pixels = byPixels ? partOf(allPixels) : Share(0, allPixels);
        panels = byPixels ? Share(0, allPanels) : partOf(allPanels);
    }

    Share pixels;
    Share panels;
};

/// What all threads work on.
struct QuantizedWork {
    QuantizedShape shape;
    const std::uint8_t* x;
    QuantizationGrid read;
    const std::int32_t* panels; ///< [panels, words, panel's filters]: two or four weights in a word
    const float* factors;
    const std::int32_t* bias;
    QuantizationGrid written;
    bool rectify;
    void* y;
};

/// A pixel of the output, of all in their order: divided for once.
struct OutputPixel {
    OutputPixel(const WindowShape& window, std::int64_t pixel)
        : column(pixel % window.outputWidth)
        , row(pixel / window.outputWidth % window.outputHeight)
        , image(pixel / window.outputWidth / window.outputHeight)
    {
    }
    void advance(const WindowShape& window)
    {
        if (++column < window.outputWidth)
            return;
        column = 0;
        if (++row < window.outputHeight)
            return;
        row = 0;
        ++image;
    }

    std::int64_t column;
    std::int64_t row;
    std::int64_t image;
};

} // namespace
} // namespace netsmith::kernels

#endif

#define NETSMITH_KERNELS "engine/cpu/kernels/quantized_product.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/product_tile.h"
#include "engine/cpu/kernels/quantization_steps.h"

constexpr int panelVectors = 2;
constexpr std::int64_t panelFilters = panelVectors * lanes;
constexpr int panelsTogether = lanes == 16 ? 2 : 1; ///< with which a number that was loaded is multiplied

/// Stores the sums of one pixel and the filters from `filter` on.
template <class Y>
inline void finishRow(const QuantizedWork& work, const GridLanes& grid, const Ints* sums, std::int64_t filter, Y* y)
{
    const std::int64_t filters = work.shape.filters;
    for (int v = 0; v < panelVectors && filter < filters; ++v, filter += lanes) {
        const auto one = [&](auto used) {
            const Ints whole = sums[v] + loadAs<Ints>(work.bias + filter, AllLanes{});
            Floats value = __builtin_convertvector(whole, Floats) * load(work.factors + filter, AllLanes{});
            if (work.rectify)
                value = rectified(value);
            if constexpr (std::is_same_v<Y, float>)
                store(y + filter, value, used);
            else
                storeIndex(y + filter, grid.codes(value), used);
        };
        if (filter + lanes <= filters)
            one(AllLanes{});
        else
            one(SomeLanes{static_cast<int>(filters - filter)});
    }
}

// What products of two numbers of 16 bits, and of four of 8 bits, are made with. Numbers are those of x.

inline Ints everywhere(std::int32_t value)
{
#if NETSMITH_LANES == 16
    return reinterpret_cast<Ints>(_mm512_set1_epi32(value));
#elif NETSMITH_LANES == 8
    return reinterpret_cast<Ints>(_mm256_set1_epi32(value));
#else
    return reinterpret_cast<Ints>(_mm_set1_epi32(value));
#endif
}

inline Ints addProducts(Ints sums, Ints x, Ints weights, std::int16_t)
{
#if NETSMITH_LANES == 16
    return sums + reinterpret_cast<Ints>(_mm512_madd_epi16(reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(weights)));
#elif NETSMITH_LANES == 8
    return sums + reinterpret_cast<Ints>(_mm256_madd_epi16(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(weights)));
#else
    return sums + reinterpret_cast<Ints>(_mm_madd_epi16(reinterpret_cast<__m128i>(x), reinterpret_cast<__m128i>(weights)));
#endif
}

/// to[i] = from[i] − zero
inline void gather(const std::uint8_t* from, std::int16_t zero, std::int16_t* to, std::int64_t count, const std::uint8_t*)
{
    std::int64_t i = 0;
#if NETSMITH_LANES == 16
    const __m512i off = _mm512_set1_epi16(zero);
    for (; i + 32 <= count; i += 32)
        _mm512_storeu_si512(
            to + i, _mm512_sub_epi16(_mm512_cvtepu8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i))), off));
#elif NETSMITH_LANES == 8
    const __m256i off = _mm256_set1_epi16(zero);
    for (; i + 16 <= count; i += 16)
        _mm256_storeu_si256(
            reinterpret_cast<__m256i*>(to + i),
            _mm256_sub_epi16(_mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))), off));
#endif
    for (; i < count; ++i)
        to[i] = static_cast<std::int16_t>(from[i] - zero);
}

#define NETSMITH_NUMBER std::int16_t
#include "engine/cpu/kernels/quantized_tile.h"
#undef NETSMITH_NUMBER

#if NETSMITH_LANES == 16
#pragma GCC push_options
#pragma GCC target("avx512vnni,amx-tile,amx-int8")
namespace vnni {

inline Ints addProducts(Ints sums, Ints x, Ints weights, std::uint8_t)
{
    return reinterpret_cast<Ints>(
        _mm512_dpbusd_epi32(reinterpret_cast<__m512i>(sums), reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(weights)));
}

/// The zero is taken from the bias instead. Whole registers are copied where there is enough to read before `end`: up to 63 bytes
/// after the last one are overwritten.
inline void gather(const std::uint8_t* from, std::uint8_t, std::uint8_t* to, std::int64_t count, const std::uint8_t* end)
{
    if (count <= 16 && from + 16 <= end) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
        return;
    }
    for (; count > 0 && from + 64 <= end; count -= 64, from += 64, to += 64)
        _mm512_storeu_si512(to, _mm512_loadu_si512(from));
    if (count > 0)
        std::memcpy(to, from, static_cast<std::size_t>(count));
}

#define NETSMITH_NUMBER std::uint8_t
#include "engine/cpu/kernels/quantized_tile.h"
#undef NETSMITH_NUMBER
#include "engine/cpu/kernels/quantized_amx.h"

} // namespace vnni
#pragma GCC pop_options
#endif

/// `Number`: the type that holds a weight's steps, of which a word has several.
template <class Number>
inline void packWords(const QuantizedShape& shape, const float* w, const float* scales, std::int32_t* words)
{
    constexpr std::int64_t each = 4 / static_cast<std::int64_t>(sizeof(Number));
    const std::int64_t products = shape.products(), count = shape.words();
    for (std::int64_t panel = 0; panel * panelFilters < shape.paddedFilters(); ++panel)
        for (std::int64_t word = 0; word < count; ++word)
            for (std::int64_t f = 0; f < panelFilters; ++f) {
                const std::int64_t filter = panel * panelFilters + f;
                Number numbers[each] = {};
                for (std::int64_t i = 0; i < each; ++i)
                    if (filter < shape.filters && each * word + i < products)
                        numbers[i] =
                            static_cast<Number>(weightSteps(w[(each * word + i) * shape.filters + filter], 1.0f / scales[filter]));
                std::memcpy(&words[(panel * count + word) * panelFilters + f], numbers, sizeof numbers);
            }
}

inline void pack(const QuantizedShape& shape, const float* w, const float* scales, std::int32_t* words)
{
    if (shape.ofBytes())
        packWords<std::int8_t>(shape, w, scales, words);
    else
        packWords<std::int16_t>(shape, w, scales, words);
}

#else

namespace netsmith::kernels {
namespace {

using Multiply = void(const QuantizedWork& work, std::int32_t* gathered, int member, int members);

Multiply* multiplyFor(const QuantizedShape& shape, bool codes)
{
    constexpr std::int64_t fewestPixels = 4; // of the 16 in a tile
    if (shape.by == CodeProducts::tiles && shape.pixels() >= fewestPixels)
        return codes ? &avx512::vnni::multiplyTiles<std::uint8_t> : &avx512::vnni::multiplyTiles<float>;
    if (shape.ofBytes())
        return codes ? &avx512::vnni::multiplyShare<std::uint8_t> : &avx512::vnni::multiplyShare<float>;
    return codes ? NETSMITH_VERSION(multiplyShare<std::uint8_t>) : NETSMITH_VERSION(multiplyShare<float>);
}

/// Whether the processor has AMX for bytes, and the system saves the registers of tiles: a process has to ask it for that.
bool hasTiles()
{
    constexpr unsigned requestPermission = 0x1023, tileData = 18; // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
    constexpr unsigned needed = 1u << 24 | 1u << 25; // AMX-TILE, AMX-INT8
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d & needed) == needed
        && ::syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
}

} // namespace

CodeProducts fastestProducts()
{
    static const bool quads = __builtin_cpu_supports("avx512vnni") != 0;
    static const bool tiles = quads && hasTiles();
    return isa() != Isa::avx512 || !quads ? CodeProducts::pairs : tiles ? CodeProducts::tiles : CodeProducts::quads;
}

std::string_view implementationOf(CodeProducts products)
{
    switch (products) {
    case CodeProducts::pairs: break;
    case CodeProducts::quads: return "own int8, vnni";
    case CodeProducts::tiles: return "own int8, amx";
    }
    return "own int8, 16 bits";
}

void packQuantized(const QuantizedShape& shape, const float* w, const float* range, const float* bias, float* packed) noexcept
{
    const QuantizationGrid grid = QuantizationGrid::between(range[0], range[1]);
    const std::int64_t padded = shape.paddedFilters();
    float* const factors = packed + shape.words() * padded;
    auto* const wholes = reinterpret_cast<std::int32_t*>(factors + padded);
    std::fill_n(factors, padded, 0.0f);
    weightScales(w, shape.products(), shape.filters, factors);
    NETSMITH_VERSION(pack)(shape, w, factors, reinterpret_cast<std::int32_t*>(packed));
    std::fill_n(wholes, padded, 0);
    if (shape.ofBytes())
        for (std::int64_t i = 0; i < shape.products(); ++i)
            for (std::int64_t f = 0; f < shape.filters; ++f)
                wholes[f] -= static_cast<std::int32_t>(grid.zero * weightSteps(w[i * shape.filters + f], 1.0f / factors[f]));
    for (std::int64_t f = 0; f < shape.filters; ++f) {
        factors[f] *= grid.step;
        if (bias)
            wholes[f] += static_cast<std::int32_t>(biasSteps(bias[f], factors[f]));
    }
}

void quantizedProduct(const QuantizedShape& shape, const std::uint8_t* x, const float* range, const float* packed,
                      const QuantizedFinish& finish, int threads, std::int32_t* scratch, void* y) noexcept
{
    const float* const factors = packed + shape.words() * shape.paddedFilters();
    const QuantizedWork work{shape,
                             x,
                             QuantizationGrid::between(range[0], range[1]),
                             reinterpret_cast<const std::int32_t*>(packed),
                             factors,
                             reinterpret_cast<const std::int32_t*>(factors + shape.paddedFilters()),
                             finish.range ? QuantizationGrid::between(finish.range[0], finish.range[1]) : QuantizationGrid(),
                             finish.rectify,
                             y};
    Multiply* const multiply = multiplyFor(shape, finish.range != nullptr);
    const auto join = [&](int member, ThreadTeam& team) {
        multiply(work, scratch + member * shape.gathered(), member, team.size());
    };
    runTeam(threads, std::cref(join));
}

} // namespace netsmith::kernels

#endif
