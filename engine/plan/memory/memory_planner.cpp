#include "engine/plan/memory/memory_planner.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>

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

/// The free ranges of an arena that grows at its end.
class FreePlaces {
public:
    std::int64_t take(std::int64_t bytes)
    {
        if (const auto found = m_bySize.lower_bound({bytes, 0}); found != m_bySize.end()) {
            const auto [size, offset] = *found;
            remove(offset, size);
            if (size > bytes)
                add(offset + bytes, size - bytes);
            return offset;
        }
        std::int64_t offset = m_end;
        if (!m_byOffset.empty() && m_byOffset.rbegin()->first + m_byOffset.rbegin()->second == m_end) {
            offset = m_byOffset.rbegin()->first;
            remove(offset, m_end - offset);
        }
        m_end = offset + bytes;
        return offset;
    }

    void giveBack(std::int64_t offset, std::int64_t bytes)
    {
        auto next = m_byOffset.lower_bound(offset);
        if (next != m_byOffset.end() && offset + bytes == next->first) {
            const auto [behind, size] = *next;
            bytes += size;
            remove(behind, size);
        }
        next = m_byOffset.lower_bound(offset);
        if (next != m_byOffset.begin()) {
            const auto [before, size] = *std::prev(next);
            if (before + size == offset) {
                remove(before, size);
                offset = before;
                bytes += size;
            }
        }
        add(offset, bytes);
    }

    std::int64_t end() const { return m_end; }

private:
    void add(std::int64_t offset, std::int64_t bytes)
    {
        m_byOffset.emplace(offset, bytes);
        m_bySize.emplace(bytes, offset);
    }
    void remove(std::int64_t offset, std::int64_t bytes)
    {
        m_byOffset.erase(offset);
        m_bySize.erase({bytes, offset});
    }

    std::map<std::int64_t, std::int64_t> m_byOffset;
    std::set<std::pair<std::int64_t, std::int64_t>> m_bySize;
    std::int64_t m_end = 0;
};

MemoryPlacement placeInOrder(std::span<const BufferRequest> requests, std::int64_t alignment)
{
    std::vector<std::size_t> byFirst(requests.size());
    std::iota(byFirst.begin(), byFirst.end(), std::size_t{0});
    std::ranges::stable_sort(byFirst, {}, [&](std::size_t i) { return requests[i].first; });

    MemoryPlacement placement;
    placement.offsets.assign(requests.size(), 0);
    FreePlaces places;
    std::set<std::pair<int, std::size_t>> alive; // by their last moments
    for (const std::size_t current : byFirst) {
        const std::int64_t bytes = roundUp(requests[current].bytes, alignment);
        if (bytes == 0)
            continue;
        while (!alive.empty() && alive.begin()->first < requests[current].first) {
            const std::size_t over = alive.begin()->second;
            places.giveBack(placement.offsets[over], roundUp(requests[over].bytes, alignment));
            alive.erase(alive.begin());
        }
        placement.offsets[current] = places.take(bytes);
        alive.emplace(requests[current].last, current);
    }
    placement.bytes = places.end();
    return placement;
}

} // namespace

MemoryPlacement placeBuffers(std::span<const BufferRequest> requests, std::int64_t alignment)
{
    const auto needed = std::ranges::count_if(requests, [](const BufferRequest& request) { return request.bytes > 0; });
    if (static_cast<std::size_t>(needed) >= mostComparedBuffers)
        return placeInOrder(requests, alignment);
    std::vector<std::size_t> bySize(requests.size());
    std::iota(bySize.begin(), bySize.end(), std::size_t{0});
    std::ranges::stable_sort(bySize, [&](std::size_t a, std::size_t b) { return requests[a].bytes > requests[b].bytes; });

    MemoryPlacement placement;
    placement.offsets.assign(requests.size(), 0);
    std::vector<std::size_t> placed; // in the order of their offsets
    for (const std::size_t current : bySize) {
        const std::int64_t bytes = roundUp(requests[current].bytes, alignment);
        if (bytes == 0)
            break; // nor do those after it need a place
        std::int64_t best = -1;
        std::int64_t smallestGap = std::numeric_limits<std::int64_t>::max();
        std::int64_t end = 0; // the end of what is placed so far, among those alive together with `current`
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
