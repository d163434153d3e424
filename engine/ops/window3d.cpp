#include "engine/ops/window3d.h"

#include "engine/core/error.h"

#include <fmt/format.h>

namespace netsmith {
namespace {

std::string textOf(const Size3& sizes)
{
    return fmt::format("{}×{}×{}", sizes[0], sizes[1], sizes[2]);
}

/// One number of each axis.
std::string textOf(const Window3d& window, std::int64_t WindowAxis::*member)
{
    return textOf({window.axes[0].*member, window.axes[1].*member, window.axes[2].*member});
}

std::string paddingOf(const Window3d& window)
{
    const auto& [depth, height, width] = window.axes;
    return fmt::format("{},{},{},{},{},{}", depth.before, depth.after, height.before, height.after, width.before, width.after);
}

[[noreturn]] void throwUnfit(const Window3d& window, const Size3& input)
{
    throw Error(ErrorKind::input,
                NS_MESSAGE("op.volume_window",
                           "a {0} kernel with dilation {1} and padding {2} does not fit into a volume of {3} voxels; use a smaller "
                           "kernel or dilation, or more padding"),
                textOf(window, &WindowAxis::kernel), textOf(window, &WindowAxis::dilation), paddingOf(window), textOf(input));
}

} // namespace

Size3 Window3d::outputOf(const Size3& input) const
{
    Size3 output{};
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const auto size = axes[axis].outputOf(input[axis]);
        if (!size)
            throwUnfit(*this, input);
        output[axis] = *size;
    }
    return output;
}

Window3d Window3d::paddedSame(const Size3& input) const
{
    Window3d padded;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const auto along = axes[axis].paddedSame(input[axis]);
        if (!along)
            throwUnfit(*this, input);
        padded.axes[axis] = *along;
    }
    return padded;
}

std::string Window3d::text() const
{
    return fmt::format("kernel {} stride {} dilation {} padding {}", textOf(*this, &WindowAxis::kernel),
                       textOf(*this, &WindowAxis::stride), textOf(*this, &WindowAxis::dilation), paddingOf(*this));
}

} // namespace netsmith
