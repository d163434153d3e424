#include "engine/cpu/kernels/winograd.h"

#include "engine/core/thread_team.h"
#include "engine/cpu/kernels/ranges.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#define NETSMITH_KERNELS "engine/cpu/kernels/winograd_weights.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/product_tile.h"
#include "engine/cpu/kernels/winograd_tile.h"

/// Four numbers of a row or column of a tile of dy, transformed.
inline void transformGradient(const Floats (&g)[4], Floats (&to)[6])
{
    const Floats even = g[0] + g[2], odd = g[1] + g[3];
    const Floats wideEven = g[0] + 4.0f * g[2], wideOdd = 2.0f * g[1] + 8.0f * g[3];
    to[0] = 0.25f * g[0];
    to[1] = (-1.0f / 6.0f) * (even + odd);
    to[2] = (-1.0f / 6.0f) * (even - odd);
    to[3] = (1.0f / 24.0f) * (wideEven + wideOdd);
    to[4] = (1.0f / 24.0f) * (wideEven - wideOdd);
    to[5] = g[3];
}

/// Six sums become three weights.
inline void transformSums(const Floats (&m)[6], Floats (&to)[3])
{
    const Floats a = m[1] + m[2], b = m[3] + m[4];
    to[0] = m[0] + a + b;
    to[1] = m[1] - m[2] + 2.0f * (m[3] - m[4]);
    to[2] = a + 4.0f * b + m[5];
}

inline void transformGradientTile(const WinogradShape& shape, const float* dy, const WinogradBlock& block, std::int64_t tile)
{
    const TilePlace place(shape, block.first + tile);
    const std::int64_t padded = shape.paddedFilters(), filters = shape.filters;
    const float* from = dy + ((place.image * shape.outHeight + place.top) * shape.outWidth + place.left) * filters;
    const auto isInside = [&](int row, int column) {
        return place.top + row < shape.outHeight && place.left + column < shape.outWidth;
    };
    for (std::int64_t filter = 0; filter < padded; filter += lanes) {
        const SomeLanes used{static_cast<int>(std::clamp<std::int64_t>(filters - filter, 0, lanes))};
        Floats rows[6][4];
        for (int column = 0; column < 4; ++column) {
            Floats g[4], turned[6];
            for (int row = 0; row < 4; ++row)
                g[row] = isInside(row, column) && used.count > 0
                    ? load(from + (row * shape.outWidth + column) * filters + filter, used)
                    : Floats{};
            transformGradient(g, turned);
            for (int row = 0; row < 6; ++row)
                rows[row][column] = turned[row];
        }
        for (int row = 0; row < 6; ++row) {
            Floats turned[6];
            transformGradient(rows[row], turned);
            for (int column = 0; column < 6; ++column)
                store(block.result + ((row * 6 + column) * block.tiles + tile) * padded + filter, turned[column], AllLanes{});
        }
    }
}

/// Adds the products of a block's tiles to the sums of `rows` channels and one panel of filters.
template <int rows>
inline void addTiles(const float* image, std::int64_t channels, const float* gradient, std::int64_t padded, std::int64_t tiles,
                     float* sums, bool first)
{
    Floats sum[rows][panelVectors];
    eachSum<rows, panelVectors>(
        [&](auto r, auto v) { sum[r][v] = first ? Floats{} : load(sums + r * padded + v * lanes, AllLanes{}); });
    for (std::int64_t tile = 0; tile < tiles; ++tile, image += channels, gradient += padded)
        addProduct<rows, panelVectors>(
            sum, [&](auto r) { return image[r]; }, gradient);
    eachSum<rows, panelVectors>([&](auto r, auto v) { store(sums + r * padded + v * lanes, sum[r][v], AllLanes{}); });
}

/// The panels [begin, end) of all matrices of sums.
inline void addPanels(const WinogradShape& shape, const WinogradBlock& block, float* sums, std::int64_t begin, std::int64_t end)
{
    const std::int64_t padded = shape.paddedFilters(), panels = padded / panelWidth, channels = shape.channels;
    for (std::int64_t at = begin; at < end; ++at) {
        const std::int64_t matrix = at / panels, column = at % panels * panelWidth;
        const float* image = block.image + matrix * block.tiles * channels;
        const float* gradient = block.result + matrix * block.tiles * padded + column;
        float* to = sums + matrix * channels * padded + column;
        inEvenGroups<panelRows>(channels, [&]<int rows>(std::int64_t channel) {
            addTiles<rows>(image + channel, channels, gradient, padded, block.tiles, to + channel * padded, block.first == 0);
        });
    }
}

/// The weights of the channels [begin, end).
inline void finishWeights(const WinogradShape& shape, const float* sums, float* dw, std::int64_t begin, std::int64_t end)
{
    const std::int64_t padded = shape.paddedFilters(), channels = shape.channels, filters = shape.filters;
    for (std::int64_t channel = begin; channel < end; ++channel)
        eachVector(filters, [&](std::int64_t filter, auto used) {
            Floats columns[3][6];
            for (int column = 0; column < 6; ++column) {
                Floats m[6], turned[3];
                for (int row = 0; row < 6; ++row)
                    m[row] = load(sums + ((row * 6 + column) * channels + channel) * padded + filter, AllLanes{});
                transformSums(m, turned);
                for (int row = 0; row < 3; ++row)
                    columns[row][column] = turned[row];
            }
            for (int row = 0; row < 3; ++row) {
                Floats turned[3];
                transformSums(columns[row], turned);
                for (int column = 0; column < 3; ++column)
                    store(dw + ((row * 3 + column) * channels + channel) * filters + filter, turned[column], used);
            }
        });
}

inline void gradientOfWeights(const WinogradShape& shape, const float* x, const float* dy, float* scratch, float* dw, int member,
                              ThreadTeam& team)
{
    const std::int64_t most = shape.tilesOfGradient(), panels = shape.paddedFilters() / panelWidth;
    float* const gradient = scratch + WinogradShape::numbers * most * shape.channels;
    float* const sums = gradient + WinogradShape::numbers * most * shape.paddedFilters();
    for (std::int64_t first = 0; first < shape.tiles(); first += most) {
        const WinogradBlock block{first, std::min(most, shape.tiles() - first), scratch, gradient};
        const auto tiles = shareOf(block.tiles, member, team.size());
        for (std::int64_t tile = tiles.first; tile < tiles.second; ++tile) {
            transformTile(shape, x, block, tile);
            transformGradientTile(shape, dy, block, tile);
        }
        team.wait();
        const auto own = shareOf(WinogradShape::numbers * panels, member, team.size());
        addPanels(shape, block, sums, own.first, own.second);
        team.wait();
    }
    const auto channels = shareOf(shape.channels, member, team.size());
    finishWeights(shape, sums, dw, channels.first, channels.second);
}

#else

namespace netsmith::kernels {

std::int64_t WinogradShape::tilesOfGradient() const
{
    constexpr std::int64_t floats = std::int64_t{1} << 20;
    return std::min(tiles(), std::clamp<std::int64_t>(floats / (numbers * (channels + paddedFilters())), 64, 512));
}

void winogradWeights(const WinogradShape& shape, const float* x, const float* dy, float* scratch, float* dw) noexcept
{
    const auto run = NETSMITH_VERSION(gradientOfWeights);
    const auto join = [&](int member, ThreadTeam& team) { run(shape, x, dy, scratch, dw, member, team); };
    runTeam(threadCount(), std::cref(join));
}

} // namespace netsmith::kernels

#endif
