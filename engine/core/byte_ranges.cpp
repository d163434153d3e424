#include "engine/core/byte_ranges.h"

#include <algorithm>
#include <functional>

namespace netsmith {

std::int64_t bytesCovered(std::vector<std::span<const std::byte>> ranges)
{
    using Range = std::span<const std::byte>;
    std::ranges::sort(ranges, std::less<>(), [](const Range& range) { return range.data(); });
    std::int64_t bytes = 0;
    const std::byte* end = nullptr; ///< of what was counted
    for (const Range& range : ranges) {
        const std::byte* last = range.data() + range.size();
        const std::byte* first = end && std::less<>()(range.data(), end) ? end : range.data();
        if (!std::less<>()(first, last))
            continue;
        bytes += last - first;
        end = last;
    }
    return bytes;
}

} // namespace netsmith
