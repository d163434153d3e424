#include "engine/ops/window2d.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace netsmith {
namespace {

[[noreturn]] void throwUnfit(const Window2d& window, Size2 input)
{
    throw Error(
        ErrorKind::input,
        NS_MESSAGE("op.window",
                   "a kernel of {0} with the dilation {1} and the padding {2} does not fit into an image of {3} pixels; use a "
                   "smaller kernel or dilation, or more padding"),
        fmt::format("{}×{}", window.kernel.height, window.kernel.width),
        fmt::format("{}×{}", window.dilation.height, window.dilation.width),
        fmt::format("{},{},{},{}", window.top, window.bottom, window.left, window.right),
        fmt::format("{}×{}", input.height, input.width));
}

/// What a kernel covers with its gaps, or nothing past 64 bits.
std::optional<std::int64_t> extentOf(std::int64_t kernel, std::int64_t dilation)
{
    const auto gaps = checkedMultiply(kernel - 1, dilation);
    return gaps ? checkedAdd(*gaps, 1) : std::nullopt;
}

/// The size of the output along one axis, or nothing.
std::optional<std::int64_t> outputAlong(std::int64_t input, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                                        std::int64_t before, std::int64_t after)
{
    if (input < 1 || kernel < 1 || stride < 1 || dilation < 1 || before < 0 || after < 0)
        return std::nullopt;
    const auto extent = extentOf(kernel, dilation);
    const auto padding = checkedAdd(before, after);
    const auto padded = padding ? checkedAdd(input, *padding) : std::nullopt;
    if (!extent || !padded || *extent > *padded)
        return std::nullopt;
    return (*padded - *extent) / stride + 1;
}

/// The padding before and behind that makes the output ceil(input / stride) long.
std::optional<std::pair<std::int64_t, std::int64_t>> samePadding(std::int64_t input, std::int64_t kernel, std::int64_t stride,
                                                                 std::int64_t dilation)
{
    if (input < 1 || kernel < 1 || stride < 1 || dilation < 1)
        return std::nullopt;
    const auto extent = extentOf(kernel, dilation);
    const std::int64_t covered = (input - 1) / stride * stride; // by the strides: (output − 1) · stride
    const auto needed = extent ? checkedAdd(covered, *extent) : std::nullopt;
    if (!needed)
        return std::nullopt;
    const std::int64_t total = std::max<std::int64_t>(*needed - input, 0);
    return std::pair(total / 2, total - total / 2);
}

} // namespace

Size2 Window2d::outputOf(Size2 input) const
{
    const auto outputHeight = outputAlong(input.height, kernel.height, stride.height, dilation.height, top, bottom);
    const auto outputWidth = outputAlong(input.width, kernel.width, stride.width, dilation.width, left, right);
    if (!outputHeight || !outputWidth)
        throwUnfit(*this, input);
    return {*outputHeight, *outputWidth};
}

std::string Window2d::text() const
{
    return fmt::format("kernel {}×{} stride {}×{} dilation {}×{} padding {},{},{},{}", kernel.height, kernel.width, stride.height,
                       stride.width, dilation.height, dilation.width, top, bottom, left, right);
}

Window2d windowFor(Size2 input, Size2 kernel, Size2 stride, Size2 dilation, std::string_view padding)
{
    Window2d window{.kernel = kernel, .stride = stride, .dilation = dilation};
    if (padding == "valid")
        return window;
    if (padding != "same")
        throw Error(ErrorKind::input, NS_MESSAGE("op.padding", "there is no padding \"{0}\"; choose same or valid"), padding);
    const auto vertical = samePadding(input.height, kernel.height, stride.height, dilation.height);
    const auto horizontal = samePadding(input.width, kernel.width, stride.width, dilation.width);
    if (!vertical || !horizontal)
        throwUnfit(window, input);
    std::tie(window.top, window.bottom) = *vertical;
    std::tie(window.left, window.right) = *horizontal;
    return window;
}

} // namespace netsmith
