#include "engine/cpu/kernels/pad.h"

#include "engine/cpu/kernels/ranges.h"

#include <cstring>

namespace netsmith::kernels {
namespace {

/// The row of x that becomes a row of y, both counted over all axes but the last; −1 where it lies outside.
std::int64_t sourceRow(const PadExtent& extent, std::int64_t row)
{
    std::int64_t from = 0;
    std::int64_t stride = 1;
    for (int axis = extent.axes - 2; axis >= 0; --axis) {
        const auto i = static_cast<std::size_t>(axis);
        const std::int64_t at = row % extent.output[i] - extent.before[i];
        if (at < 0 || at >= extent.input[i])
            return -1;
        from += at * stride;
        stride *= extent.input[i];
        row /= extent.output[i];
    }
    return from;
}

} // namespace

void pad(const PadExtent& extent, std::size_t elementSize, const std::byte* x, std::byte* y) noexcept
{
    const auto size = static_cast<std::int64_t>(elementSize);
    const auto last = static_cast<std::size_t>(extent.axes) - 1;
    const std::int64_t to = extent.output[last];
    const std::int64_t begin = std::clamp<std::int64_t>(extent.before[last], 0, to);
    const std::int64_t end = std::clamp<std::int64_t>(extent.before[last] + extent.input[last], begin, to);
    const auto bytes = [size](std::int64_t elements) { return static_cast<std::size_t>(elements * size); };
    forRanges(extent.outputElements() / to, rowGrain(to), [&](std::int64_t first, std::int64_t behind) {
        for (std::int64_t row = first; row < behind; ++row) {
            std::byte* target = y + row * to * size;
            const std::int64_t from = sourceRow(extent, row);
            if (from < 0) {
                std::memset(target, 0, bytes(to));
                continue;
            }
            const std::byte* source = x + (from * extent.input[last] + begin - extent.before[last]) * size;
            std::memset(target, 0, bytes(begin));
            std::memcpy(target + begin * size, source, bytes(end - begin));
            std::memset(target + end * size, 0, bytes(to - end));
        }
    });
}

} // namespace netsmith::kernels
