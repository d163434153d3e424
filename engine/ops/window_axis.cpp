#include "engine/ops/window_axis.h"

#include "engine/core/checked.h"

#include <algorithm>

namespace netsmith {
namespace {

/// The extent of a dilated kernel, or nothing beyond 64 bits.
std::optional<std::int64_t> extentOf(const WindowAxis& axis)
{
    const auto gaps = checkedMultiply(axis.kernel - 1, axis.dilation);
    return gaps ? checkedAdd(*gaps, 1) : std::nullopt;
}

} // namespace

std::optional<std::int64_t> WindowAxis::outputOf(std::int64_t input) const
{
    if (input < 1 || kernel < 1 || stride < 1 || dilation < 1 || before < 0 || after < 0)
        return std::nullopt;
    const auto extent = extentOf(*this);
    const auto padding = checkedAdd(before, after);
    const auto padded = padding ? checkedAdd(input, *padding) : std::nullopt;
    if (!extent || !padded || *extent > *padded)
        return std::nullopt;
    return (*padded - *extent) / stride + 1;
}

std::optional<WindowAxis> WindowAxis::paddedSame(std::int64_t input) const
{
    if (input < 1 || kernel < 1 || stride < 1 || dilation < 1)
        return std::nullopt;
    const auto extent = extentOf(*this);
    const std::int64_t covered = (input - 1) / stride * stride; // by the strides: (output − 1) · stride
    const auto needed = extent ? checkedAdd(covered, *extent) : std::nullopt;
    if (!needed)
        return std::nullopt;
    const std::int64_t total = std::max<std::int64_t>(*needed - input, 0);
    WindowAxis padded = *this;
    padded.before = total / 2;
    padded.after = total - total / 2;
    return padded;
}

} // namespace netsmith
