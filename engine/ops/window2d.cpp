#include "engine/ops/window2d.h"

#include "engine/core/error.h"

#include <fmt/format.h>

namespace netsmith {
namespace {

[[noreturn]] void throwUnfit(const Window2d& window, Size2 input)
{
    throw Error(ErrorKind::input,
                NS_MESSAGE("op.window",
                           "a {0} kernel with dilation {1} and padding {2} does not fit into an image of {3} pixels; use a smaller "
                           "kernel or dilation, or more padding"),
                fmt::format("{}×{}", window.kernel.height, window.kernel.width),
                fmt::format("{}×{}", window.dilation.height, window.dilation.width),
                fmt::format("{},{},{},{}", window.top, window.bottom, window.left, window.right),
                fmt::format("{}×{}", input.height, input.width));
}

} // namespace

Size2 Window2d::outputOf(Size2 input) const
{
    const auto outputHeight = vertical().outputOf(input.height);
    const auto outputWidth = horizontal().outputOf(input.width);
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
    const auto down = window.vertical().paddedSame(input.height);
    const auto across = window.horizontal().paddedSame(input.width);
    if (!down || !across)
        throwUnfit(window, input);
    window.top = down->before;
    window.bottom = down->after;
    window.left = across->before;
    window.right = across->after;
    return window;
}

} // namespace netsmith
