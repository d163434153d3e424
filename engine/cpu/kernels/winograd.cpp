#include "engine/cpu/kernels/winograd.h"

#include "engine/core/thread_team.h"
#include "engine/cpu/kernels/ranges.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#define NETSMITH_KERNELS "engine/cpu/kernels/winograd.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/product_tile.h"
#include "engine/cpu/kernels/winograd_tile.h"

/// Three weights, transformed.
inline void transformWeights(const Floats (&g)[3], Floats (&to)[6])
{
    const Floats ends = g[0] + g[2], wide = (1.0f / 24.0f) * g[0] + (1.0f / 6.0f) * g[2];
    to[0] = 0.25f * g[0];
    to[1] = (-1.0f / 6.0f) * (ends + g[1]);
    to[2] = (-1.0f / 6.0f) * (ends - g[1]);
    to[3] = wide + (1.0f / 12.0f) * g[1];
    to[4] = wide - (1.0f / 12.0f) * g[1];
    to[5] = g[2];
}

/// Six products become four results.
inline void transformResult(const Floats (&m)[6], Floats (&to)[4])
{
    const Floats a = m[1] + m[2], b = m[1] - m[2], c = m[3] + m[4], d = m[3] - m[4];
    to[0] = m[0] + a + c;
    to[1] = b + 2.0f * d;
    to[2] = a + 4.0f * c;
    to[3] = b + 8.0f * d + m[5];
}

/// The channels [begin, end) of the matrices.
inline void packMatrices(const WinogradShape& shape, const float* weights, bool turned, float* packed, std::int64_t begin,
                         std::int64_t end)
{
    const std::int64_t panels = shape.paddedFilters() / panelWidth, channels = shape.channels, filters = shape.filters;
    const auto weight = [&](int row, int column, std::int64_t channel, std::int64_t filter, auto used) {
        if (!turned)
            return load(weights + ((row * 3 + column) * channels + channel) * filters + filter, used);
        const float* from = weights + (((2 - row) * 3 + 2 - column) * filters + filter) * channels + channel;
        Floats values{};
        for (int lane = 0; lane < used.count; ++lane)
            values[lane] = from[lane * channels];
        return values;
    };
    for (std::int64_t channel = begin; channel < end; ++channel)
        for (std::int64_t vector = 0; vector < panels * panelVectors; ++vector) {
            const std::int64_t filter = vector * lanes;
            const SomeLanes used{static_cast<int>(std::clamp<std::int64_t>(filters - filter, 0, lanes))};
            Floats rows[6][3];
            for (int column = 0; column < 3; ++column) {
                Floats g[3], to[6];
                for (int row = 0; row < 3; ++row)
                    g[row] = used.count > 0 ? weight(row, column, channel, filter, used) : Floats{};
                transformWeights(g, to);
                for (int row = 0; row < 6; ++row)
                    rows[row][column] = to[row];
            }
            const std::int64_t panel = vector / panelVectors, place = vector % panelVectors;
            for (int row = 0; row < 6; ++row) {
                Floats to[6];
                transformWeights(rows[row], to);
                for (int column = 0; column < 6; ++column)
                    store(packed + (((row * 6 + column) * panels + panel) * channels + channel) * panelWidth + place * lanes,
                          to[column], AllLanes{});
            }
        }
}

template <int rows>
inline void multiplyRows(const float* image, std::int64_t channels, const float* panel, float* to, std::int64_t toStep,
                         std::int64_t count, bool first)
{
    Floats sum[rows][panelVectors];
    eachSum<rows, panelVectors>(
        [&](auto r, auto v) { sum[r][v] = first ? Floats{} : load(to + r * toStep + v * lanes, AllLanes{}); });
    for (std::int64_t k = 0; k < count; ++k, ++image, panel += panelWidth)
        addProduct<rows, panelVectors>(
            sum, [&](auto r) { return image[r * channels]; }, panel);
    eachSum<rows, panelVectors>([&](auto r, auto v) { store(to + r * toStep + v * lanes, sum[r][v], AllLanes{}); });
}

/// The panels [begin, end) of all matrices, one matrix after the other, times the block's tiles.
inline void multiplyPanels(const WinogradShape& shape, const float* packed, const WinogradBlock& block, std::int64_t begin,
                           std::int64_t end)
{
    constexpr std::int64_t piece = pieceFloats / panelWidth; // of a panel that stays in the first-level cache
    const std::int64_t padded = shape.paddedFilters(), panels = padded / panelWidth, channels = shape.channels;
    for (std::int64_t at = begin; at < end; ++at) {
        const std::int64_t matrix = at / panels;
        const float* image = block.image + matrix * block.tiles * channels;
        float* to = block.result + matrix * block.tiles * padded + at % panels * panelWidth;
        for (std::int64_t channel = 0; channel < channels; channel += piece) {
            const std::int64_t count = std::min(piece, channels - channel);
            const float* panel = packed + (at * channels + channel) * panelWidth;
            inEvenGroups<panelRows>(block.tiles, [&]<int rows>(std::int64_t first) {
                multiplyRows<rows>(image + first * channels + channel, channels, panel, to + first * padded, padded, count,
                                   channel == 0);
            });
        }
    }
}

inline void finishTile(const WinogradShape& shape, const WinogradBlock& block, const float* bias, bool rectify, float* y,
                       std::int64_t tile)
{
    const TilePlace place(shape, block.first + tile);
    const std::int64_t padded = shape.paddedFilters(), filters = shape.filters;
    const std::int64_t down = std::min(WinogradShape::side, shape.outHeight - place.top);
    const std::int64_t across = std::min(WinogradShape::side, shape.outWidth - place.left);
    const float* from = block.result + tile * padded;
    const std::int64_t step = block.tiles * padded;
    float* to = y + ((place.image * shape.outHeight + place.top) * shape.outWidth + place.left) * filters;
    eachVector(filters, [&](std::int64_t filter, auto used) {
        Floats columns[4][6];
        for (int column = 0; column < 6; ++column) {
            Floats m[6], turned[4];
            for (int row = 0; row < 6; ++row)
                m[row] = load(from + (row * 6 + column) * step + filter, AllLanes{});
            transformResult(m, turned);
            for (int row = 0; row < 4; ++row)
                columns[row][column] = turned[row];
        }
        const Floats added = bias ? load(bias + filter, used) : Floats{};
        for (std::int64_t row = 0; row < down; ++row) {
            Floats turned[4];
            transformResult(columns[row], turned);
            for (std::int64_t column = 0; column < across; ++column) {
                const Floats sum = turned[column] + added;
                store(to + (row * shape.outWidth + column) * filters + filter, rectify ? rectified(sum) : sum, used);
            }
        }
    });
}

inline void convolve(const WinogradShape& shape, const float* x, const float* packed, const float* bias, bool rectify,
                     float* scratch, float* y, int member, ThreadTeam& team)
{
    const std::int64_t most = shape.tilesTogether(), panels = shape.paddedFilters() / panelWidth;
    for (std::int64_t first = 0; first < shape.tiles(); first += most) {
        const WinogradBlock block{first, std::min(most, shape.tiles() - first), scratch,
                                  scratch + WinogradShape::numbers * most * shape.channels};
        const auto tiles = shareOf(block.tiles, member, team.size());
        for (std::int64_t tile = tiles.first; tile < tiles.second; ++tile)
            transformTile(shape, x, block, tile);
        team.wait();
        const auto own = shareOf(WinogradShape::numbers * panels, member, team.size());
        multiplyPanels(shape, packed, block, own.first, own.second);
        team.wait();
        for (std::int64_t tile = tiles.first; tile < tiles.second; ++tile)
            finishTile(shape, block, bias, rectify, y, tile);
    }
}

#else

namespace netsmith::kernels {

std::int64_t WinogradShape::tilesTogether() const
{
    constexpr std::int64_t floats = std::int64_t{1} << 19;
    return std::min(tiles(), std::clamp<std::int64_t>(floats / (numbers * (channels + filters)) / 12 * 12, 24, 192));
}

std::int64_t WinogradShape::paddedFilters() const
{
    constexpr std::int64_t widest = 32;
    return (filters + widest - 1) / widest * widest;
}

void packWinograd(const WinogradShape& shape, const float* weights, bool turned, float* packed) noexcept
{
    const auto run = NETSMITH_VERSION(packMatrices);
    forRanges(shape.channels, rowGrain(WinogradShape::numbers * shape.filters),
              [&](std::int64_t begin, std::int64_t end) { run(shape, weights, turned, packed, begin, end); });
}

void winograd(const WinogradShape& shape, const float* x, const float* packed, const float* bias, bool rectify, float* scratch,
              float* y) noexcept
{
    const auto run = NETSMITH_VERSION(convolve);
    const auto join = [&](int member, ThreadTeam& team) { run(shape, x, packed, bias, rectify, scratch, y, member, team); };
    runTeam(threadCount(), std::cref(join));
}

} // namespace netsmith::kernels

#endif
