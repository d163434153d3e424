#include "engine/cuda/recurrences/sequence_tiles.h"

#include "engine/cuda/device/block_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace netsmith::cuda {
namespace {

constexpr std::string_view prefix = "own:sequence:";
constexpr int samplesOfBlock[] = {4, 8, 16};
constexpr int mostUnits = 1 << 16; ///< of a block: more than any GPU has room for

} // namespace

std::vector<SequenceTiles> sequenceTiles(const kernels::RecurrenceShape& shape)
{
    constexpr std::int64_t together = 4; // units that are read and written at once
    const int multiprocessors = blockLimits().multiprocessors;
    std::vector<SequenceTiles> all;
    for (const int samples : samplesOfBlock) {
        SequenceTiles tiles{.samples = samples};
        const std::int64_t members = multiprocessors / tiles.groups(shape);
        if (members < 1)
            continue;
        const std::int64_t units = (shape.units + members - 1) / members;
        tiles.units = static_cast<int>((units + together - 1) / together * together);
        if (fits(shape, tiles))
            all.push_back(tiles);
        if (samples >= shape.samples)
            break;
    }
    return all;
}

bool fits(const kernels::RecurrenceShape& shape, const SequenceTiles& tiles)
{
    const BlockLimits limits = blockLimits();
    return tiles.sharedBytes(shape) <= limits.sharedBytes
        && std::int64_t{tiles.groups(shape)} * tiles.members(shape) <= limits.multiprocessors;
}

std::string nameOf(const SequenceTiles& tiles)
{
    return fmt::format("{}{}x{}", prefix, tiles.samples, tiles.units);
}

std::optional<SequenceTiles> sequenceTilesFrom(std::string_view name)
{
    if (!name.starts_with(prefix))
        return std::nullopt;
    SequenceTiles tiles;
    const char* const end = name.data() + name.size();
    const auto [behind, error] = std::from_chars(name.data() + prefix.size(), end, tiles.samples);
    if (error != std::errc() || behind == end || std::from_chars(behind + 1, end, tiles.units).ec != std::errc())
        return std::nullopt;
    const bool isKnown =
        std::ranges::find(samplesOfBlock, tiles.samples) != std::end(samplesOfBlock) && tiles.units > 0 && tiles.units <= mostUnits;
    return isKnown && nameOf(tiles) == name ? std::optional(tiles) : std::nullopt;
}

} // namespace netsmith::cuda
