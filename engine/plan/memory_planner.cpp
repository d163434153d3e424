#include "engine/plan/memory_planner.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace netsmith {
namespace {

std::int64_t roundUp(std::int64_t value, std::int64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

bool shareAMoment(const BufferRequest& a, const BufferRequest& b)
{
    return a.first <= b.last && b.first <= a.last;
}

} // namespace

MemoryPlacement placeBuffers(std::span<const BufferRequest> requests, std::int64_t alignment)
{
    std::vector<std::size_t> bySize(requests.size());
    std::iota(bySize.begin(), bySize.end(), std::size_t{0});
    std::ranges::stable_sort(bySize, [&](std::size_t a, std::size_t b) { return requests[a].bytes > requests[b].bytes; });

    MemoryPlacement placement;
    placement.offsets.assign(requests.size(), 0);
    std::vector<std::size_t> placed; // in the order of their offsets
    for (const std::size_t current : bySize) {
        const std::int64_t bytes = roundUp(requests[current].bytes, alignment);
        std::int64_t best = -1;
        std::int64_t smallestGap = std::numeric_limits<std::int64_t>::max();
        std::int64_t end = 0; // of what is placed so far from the left, among those alive together with `current`
        for (const std::size_t other : placed) {
            if (!shareAMoment(requests[current], requests[other]))
                continue;
            const std::int64_t gap = placement.offsets[other] - end;
            if (gap >= bytes && gap < smallestGap) {
                smallestGap = gap;
                best = end;
            }
            end = std::max(end, placement.offsets[other] + roundUp(requests[other].bytes, alignment));
        }
        placement.offsets[current] = best >= 0 ? best : end;
        placement.bytes = std::max(placement.bytes, placement.offsets[current] + bytes);
        const auto offsetOf = [&](std::size_t i) { return placement.offsets[i]; };
        placed.insert(std::ranges::upper_bound(placed, placement.offsets[current], {}, offsetOf), current);
    }
    return placement;
}

} // namespace netsmith
