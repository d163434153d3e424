#include "engine/cpu/kernels/copy.h"

#include "engine/cpu/kernels/ranges.h"

#include <cstddef>
#include <cstring>

namespace netsmith::kernels {

void copyRuns(const void* from, std::int64_t fromStride, void* to, std::int64_t toStride, std::int64_t bytes,
              std::int64_t rows) noexcept
{
    const auto* source = static_cast<const std::byte*>(from);
    auto* target = static_cast<std::byte*>(to);
    if (bytes == fromStride && bytes == toStride) {
        forRanges(rows * bytes, 4 * elementGrain, [&](std::int64_t begin, std::int64_t end) {
            std::memcpy(target + begin, source + begin, static_cast<std::size_t>(end - begin));
        });
        return;
    }
    forRanges(rows, rowGrain(bytes, 4 * elementGrain), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r)
            std::memcpy(target + r * toStride, source + r * fromStride, static_cast<std::size_t>(bytes));
    });
}

} // namespace netsmith::kernels
