#pragma once

#include "engine/inspect/explanations/explanation.h"
#include "engine/ops/window2d.h"

#include <array>
#include <tuple>
#include <utility>

namespace netsmith::inspect::explain {

constexpr std::int64_t mostWeightsSide = 16; ///< of a window whose weights are drawn

/// [N, depth, height, width, channels] by its axes; an image has a depth of 1.
struct Volume {
    explicit Volume(const Shape& shape)
        : channels(shape[-1])
    {
        for (int axis = shape.rank() - 2, at = 2; axis >= 1; --axis, --at)
            sizes[static_cast<std::size_t>(at)] = shape[axis];
    }
    std::int64_t element(const std::array<std::int64_t, 3>& at, std::int64_t channel) const
    {
        return (((image * sizes[0] + at[0]) * sizes[1] + at[1]) * sizes[2] + at[2]) * channels + channel;
    }
    /// The place and the channel of an element, whose image becomes this one.
    std::pair<std::array<std::int64_t, 3>, std::int64_t> enter(std::int64_t element)
    {
        std::array<std::int64_t, 3> at{};
        std::int64_t rest = element / channels;
        for (std::size_t i = 3; i-- > 0;) {
            at[i] = rest % sizes[i];
            rest /= sizes[i];
        }
        image = rest;
        return {at, element % channels};
    }
    bool contains(const std::array<std::int64_t, 3>& at) const
    {
        for (std::size_t i = 0; i < 3; ++i)
            if (at[i] < 0 || at[i] >= sizes[i])
                return false;
        return true;
    }
    std::array<std::int64_t, 3> sizes{1, 1, 1};
    std::int64_t channels;
    std::int64_t image = 0; ///< an op may see the slices of a volume as images of their own
};

/// A window at one place of its output.
struct PlacedWindow {
    PlacedWindow(const std::array<WindowAxis, 3>& axes, const Shape& input, const Shape& output, std::int64_t element)
        : axes(axes)
        , x(input)
        , y(output)
    {
        std::tie(at, channel) = y.enter(element);
        x.image = y.image;
    }

    std::int64_t taps() const { return axes[0].kernel * axes[1].kernel * axes[2].kernel; }
    std::array<std::int64_t, 3> tapAt(std::int64_t tap) const
    {
        return {tap / (axes[1].kernel * axes[2].kernel), tap / axes[2].kernel % axes[1].kernel, tap % axes[2].kernel};
    }
    /// Where in the input a tap of the window lies, perhaps in padding.
    std::array<std::int64_t, 3> cellOf(std::int64_t tap) const
    {
        const auto k = tapAt(tap);
        std::array<std::int64_t, 3> cell{};
        for (std::size_t i = 0; i < 3; ++i)
            cell[i] = at[i] * axes[i].stride - axes[i].before + k[i] * axes[i].dilation;
        return cell;
    }
    WindowSide side(std::size_t axis) const
    {
        const WindowAxis& of = axes[axis];
        return {.first = at[axis] * of.stride - of.before,
                .size = of.kernel,
                .dilation = of.dilation,
                .stride = of.stride,
                .outputs = y.sizes[axis],
                .output = at[axis]};
    }

    std::array<WindowAxis, 3> axes;
    Volume x;
    Volume y;
    std::array<std::int64_t, 3> at{};
    std::int64_t channel = 0;
};

/// Those of an image.
inline std::array<WindowAxis, 3> axesOf(const Window2d& window)
{
    return {WindowAxis{}, window.vertical(), window.horizontal()};
}

} // namespace netsmith::inspect::explain
