#include "engine/cpu/kernels/transpose.h"

#include "engine/cpu/kernels/ranges.h"

#include <algorithm>

namespace netsmith::kernels {
namespace {

using Axes = std::array<std::int64_t, Shape::maxRank>;

/// The strides of each axis of the result.
Axes strideIn(const TransposeExtent& extent)
{
    Axes strides{};
    std::int64_t stride = 1;
    for (int axis = extent.axes - 1; axis >= 0; --axis) {
        strides[static_cast<std::size_t>(axis)] = stride;
        stride *= extent.sizes[static_cast<std::size_t>(axis)];
    }
    return strides;
}

template <class Unit>
void copyRows(const TransposeExtent& extent, const Unit* x, Unit* y)
{
    const std::int64_t width = extent.sizes[static_cast<std::size_t>(extent.axes) - 1];
    forRanges(extent.elements() / width, rowGrain(width), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            std::int64_t rest = row;
            std::int64_t from = 0;
            for (int axis = extent.axes - 2; axis >= 0; --axis) {
                const auto i = static_cast<std::size_t>(axis);
                from += rest % extent.sizes[i] * extent.strides[i];
                rest /= extent.sizes[i];
            }
            std::copy_n(x + from, width, y + row * width);
        }
    });
}

/// `lines` is the axis that runs through x, the last one runs through y.
template <class Unit>
void copyBlocks(const TransposeExtent& extent, std::size_t lines, const Unit* x, Unit* y)
{
    constexpr std::int64_t block = 32;
    const auto last = static_cast<std::size_t>(extent.axes) - 1;
    const Axes strides = strideIn(extent);
    const std::int64_t height = extent.sizes[lines];
    const std::int64_t width = extent.sizes[last];
    const std::int64_t bands = (height + block - 1) / block;
    const std::int64_t planes = extent.elements() / (height * width);
    forRanges(planes * bands, rowGrain(block * width), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t item = begin; item < end; ++item) {
            std::int64_t rest = item / bands;
            std::int64_t from = 0;
            std::int64_t to = 0;
            for (std::size_t axis = last; axis-- > 0;)
                if (axis != lines) {
                    from += rest % extent.sizes[axis] * extent.strides[axis];
                    to += rest % extent.sizes[axis] * strides[axis];
                    rest /= extent.sizes[axis];
                }
            const std::int64_t firstLine = item % bands * block;
            const std::int64_t lastLine = std::min(firstLine + block, height);
            for (std::int64_t left = 0; left < width; left += block)
                for (std::int64_t line = firstLine; line < lastLine; ++line)
                    for (std::int64_t column = left; column < std::min(left + block, width); ++column)
                        y[to + line * strides[lines] + column] = x[from + line + column * extent.strides[last]];
        }
    });
}

template <class Unit>
void transposeUnits(const TransposeExtent& extent, const Unit* x, Unit* y)
{
    const auto lines = static_cast<std::size_t>(std::ranges::find(extent.strides, 1) - extent.strides.begin());
    if (lines + 1 == static_cast<std::size_t>(extent.axes))
        copyRows(extent, x, y);
    else
        copyBlocks(extent, lines, x, y);
}

} // namespace

void transpose(const TransposeExtent& extent, std::size_t size, const void* x, void* y) noexcept
{
    if (size == 2)
        transposeUnits(extent, static_cast<const std::uint16_t*>(x), static_cast<std::uint16_t*>(y));
    else
        transposeUnits(extent, static_cast<const std::uint32_t*>(x), static_cast<std::uint32_t*>(y));
}

} // namespace netsmith::kernels
