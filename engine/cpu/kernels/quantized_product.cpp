#include "engine/cpu/kernels/quantized_product.h"

#include "engine/core/quantization_grid.h"
#include "engine/core/thread_team.h"
#include "engine/cpu/kernels/fake_quantize.h"
#include "engine/cpu/kernels/ranges.h"

#include <type_traits>

#ifndef NETSMITH_LANES

namespace netsmith::kernels {
namespace {

/// The parts of packed weights.
struct QuantizedPanels {
    const std::int32_t* pairs; ///< [panels, pairs, panel's filters]: two weights in the halves of a number
    const float* factors;
    const std::int32_t* bias;

    QuantizedPanels(const QuantizedShape& shape, const float* packed)
        : pairs(reinterpret_cast<const std::int32_t*>(packed))
        , factors(packed + shape.pairs() * shape.paddedFilters())
        , bias(reinterpret_cast<const std::int32_t*>(factors + shape.paddedFilters()))
    {
    }
};

/// [first, end) of `count` for a member of a team.
std::pair<std::int64_t, std::int64_t> partOf(std::int64_t count, int member, int members)
{
    return {count * member / members, count * (member + 1) / members};
}

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

inline Ints pairProducts(Ints a, Ints b)
{
#if NETSMITH_LANES == 16
    return reinterpret_cast<Ints>(_mm512_madd_epi16(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif NETSMITH_LANES == 8
    return reinterpret_cast<Ints>(_mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#else
    return reinterpret_cast<Ints>(_mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#endif
}

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

/// to[i] = from[i] − zero
inline void widen(const std::uint8_t* from, std::int16_t zero, std::int16_t* to, std::int64_t count)
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

/// The numbers that one output pixel is made of; padding is 0.
inline void gatherPixel(const QuantizedShape& shape, const std::uint8_t* x, std::int16_t zero, std::int64_t pixel, std::int16_t* to)
{
    const WindowShape& w = shape.window;
    const std::int64_t row = pixel / w.outputWidth, image = row / w.outputHeight;
    const std::int64_t top = row % w.outputHeight * w.strideHeight - w.top, left = pixel % w.outputWidth * w.strideWidth - w.left;
    const std::int64_t across = w.kernelWidth * w.channels;
    const bool together = w.dilationWidth == 1 && left >= 0 && left + w.kernelWidth <= w.width;
    for (std::int64_t ky = 0; ky < w.kernelHeight; ++ky, to += across) {
        const std::int64_t y = top + ky * w.dilationHeight;
        if (y < 0 || y >= w.height) {
            std::fill_n(to, across, std::int16_t{0});
            continue;
        }
        const std::uint8_t* from = x + (image * w.height + y) * w.width * w.channels;
        if (together) {
            widen(from + left * w.channels, zero, to, across);
            continue;
        }
        for (std::int64_t kx = 0; kx < w.kernelWidth; ++kx) {
            const std::int64_t column = left + kx * w.dilationWidth;
            if (column < 0 || column >= w.width)
                std::fill_n(to + kx * w.channels, w.channels, std::int16_t{0});
            else
                widen(from + column * w.channels, zero, to + kx * w.channels, w.channels);
        }
    }
    if (shape.products() % 2 != 0)
        *to = 0;
}

template <int rows>
inline void addPairs(const std::int16_t* gathered, const std::int32_t* panel, std::int64_t pairs, Ints (&sums)[rows][panelVectors])
{
    for (auto& row : sums)
        for (Ints& sum : row)
            sum = Ints{};
    for (std::int64_t p = 0; p < pairs; ++p, panel += panelFilters) {
        Ints weights[panelVectors];
        for (int v = 0; v < panelVectors; ++v)
            weights[v] = loadAs<Ints>(panel + v * lanes, AllLanes{});
        for (int r = 0; r < rows; ++r) {
            std::int32_t pair;
            std::memcpy(&pair, gathered + (r * pairs + p) * 2, sizeof pair);
            const Ints value = everywhere(pair);
            for (int v = 0; v < panelVectors; ++v)
                sums[r][v] += pairProducts(value, weights[v]);
        }
    }
}

/// Stores the sums of one pixel and the filters from `filter` on.
template <class Y>
inline void finishRow(const QuantizedShape& shape, const QuantizedPanels& panels, const GridLanes& grid, bool rectify,
                      const Ints (&sums)[panelVectors], std::int64_t filter, Y* y)
{
    for (int v = 0; v < panelVectors && filter < shape.filters; ++v, filter += lanes) {
        const auto one = [&](auto used) {
            const Ints whole = sums[v] + loadAs<Ints>(panels.bias + filter, AllLanes{});
            Floats value = __builtin_convertvector(whole, Floats) * load(panels.factors + filter, AllLanes{});
            if (rectify)
                value = rectified(value);
            if constexpr (std::is_same_v<Y, float>)
                store(y + filter, value, used);
            else
                storeIndex(y + filter, grid.codes(value), used);
        };
        if (filter + lanes <= shape.filters)
            one(AllLanes{});
        else
            one(SomeLanes{static_cast<int>(shape.filters - filter)});
    }
}

template <class Y>
inline void multiply(const QuantizedShape& shape, const std::uint8_t* x, const QuantizationGrid& read, const QuantizedPanels& panels,
                     const QuantizationGrid& written, bool rectify, std::int16_t* gathered, std::pair<std::int64_t, std::int64_t> own,
                     std::pair<std::int64_t, std::int64_t> ownPanels, Y* y)
{
    constexpr int most = mostTogether<panelVectors>;
    const GridLanes grid(written);
    const std::int64_t pairs = shape.pairs();
    for (std::int64_t first = own.first; first < own.second; first += QuantizedShape::tileRows) {
        const std::int64_t count = std::min(QuantizedShape::tileRows, own.second - first);
        for (std::int64_t r = 0; r < count; ++r)
            gatherPixel(shape, x, static_cast<std::int16_t>(read.zero), first + r, gathered + r * pairs * 2);
        for (std::int64_t panel = ownPanels.first; panel < ownPanels.second; ++panel)
            inEvenGroups<most>(count, [&]<int rows>(std::int64_t row) {
                Ints sums[rows][panelVectors];
                addPairs<rows>(gathered + row * pairs * 2, panels.pairs + panel * pairs * panelFilters, pairs, sums);
                for (int r = 0; r < rows; ++r)
                    finishRow(shape, panels, grid, rectify, sums[r], panel * panelFilters, y + (first + row + r) * shape.filters);
            });
    }
}

/// A member's share: of the pixels, or where there are few of them, of the panels.
template <class Y>
inline void multiplyShare(const QuantizedShape& shape, const std::uint8_t* x, const QuantizationGrid& read,
                          const QuantizedPanels& panels, const QuantizationGrid& written, bool rectify, std::int16_t* gathered,
                          int member, int members, Y* y)
{
    const std::int64_t all = (shape.filters + panelFilters - 1) / panelFilters;
    const bool byPixels = shape.pixels() >= members * QuantizedShape::tileRows || all < members;
    const auto own = byPixels ? partOf(shape.pixels(), member, members) : std::pair<std::int64_t, std::int64_t>(0, shape.pixels());
    const auto ownPanels = byPixels ? std::pair<std::int64_t, std::int64_t>(0, all) : partOf(all, member, members);
    multiply(shape, x, read, panels, written, rectify, gathered, own, ownPanels, y);
}

inline void multiplyFloats(const QuantizedShape& shape, const std::uint8_t* x, const QuantizationGrid& read,
                           const QuantizedPanels& panels, const QuantizationGrid& written, bool rectify, std::int16_t* gathered,
                           int member, int members, void* y)
{
    multiplyShare(shape, x, read, panels, written, rectify, gathered, member, members, static_cast<float*>(y));
}
inline void multiplyCodes(const QuantizedShape& shape, const std::uint8_t* x, const QuantizationGrid& read,
                          const QuantizedPanels& panels, const QuantizationGrid& written, bool rectify, std::int16_t* gathered,
                          int member, int members, void* y)
{
    multiplyShare(shape, x, read, panels, written, rectify, gathered, member, members, static_cast<std::uint8_t*>(y));
}

inline void packPairs(const QuantizedShape& shape, const float* w, const float* scales, std::int32_t* pairs)
{
    const std::int64_t products = shape.products(), count = shape.pairs();
    for (std::int64_t panel = 0; panel * panelFilters < shape.paddedFilters(); ++panel)
        for (std::int64_t p = 0; p < count; ++p)
            for (std::int64_t f = 0; f < panelFilters; ++f) {
                const std::int64_t filter = panel * panelFilters + f;
                std::int16_t two[2] = {0, 0};
                for (std::int64_t i = 0; i < 2; ++i)
                    if (filter < shape.filters && 2 * p + i < products)
                        two[i] = static_cast<std::int16_t>(
                            weightSteps(w[(2 * p + i) * shape.filters + filter], 1.0f / scales[filter]));
                std::memcpy(&pairs[(panel * count + p) * panelFilters + f], two, sizeof two);
            }
}

#else

namespace netsmith::kernels {

void packQuantized(const QuantizedShape& shape, const float* w, const float* range, const float* bias, float* packed) noexcept
{
    const QuantizationGrid grid = QuantizationGrid::between(range[0], range[1]);
    const std::int64_t padded = shape.paddedFilters();
    float* const factors = packed + shape.pairs() * padded;
    auto* const wholes = reinterpret_cast<std::int32_t*>(factors + padded);
    std::fill_n(factors, padded, 0.0f);
    weightScales(w, shape.products(), shape.filters, factors);
    NETSMITH_VERSION(packPairs)(shape, w, factors, reinterpret_cast<std::int32_t*>(packed));
    std::fill_n(wholes, padded, 0);
    for (std::int64_t f = 0; f < shape.filters; ++f) {
        factors[f] *= grid.step;
        if (bias)
            wholes[f] = static_cast<std::int32_t>(biasSteps(bias[f], factors[f]));
    }
}

void quantizedProduct(const QuantizedShape& shape, const std::uint8_t* x, const float* range, const float* packed,
                      const QuantizedFinish& finish, int threads, std::int16_t* scratch, void* y) noexcept
{
    const QuantizationGrid read = QuantizationGrid::between(range[0], range[1]);
    const QuantizationGrid written =
        finish.range ? QuantizationGrid::between(finish.range[0], finish.range[1]) : QuantizationGrid();
    const QuantizedPanels panels(shape, packed);
    const auto run = finish.range ? NETSMITH_VERSION(multiplyCodes) : NETSMITH_VERSION(multiplyFloats);
    const auto join = [&](int member, ThreadTeam& team) {
        run(shape, x, read, panels, written, finish.rectify, scratch + member * shape.gathered(), member, team.size(), y);
    };
    runTeam(threads, std::cref(join));
}

} // namespace netsmith::kernels

#endif
