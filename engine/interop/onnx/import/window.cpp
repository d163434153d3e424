#include "engine/interop/onnx/import/window.h"

#include "engine/core/error.h"
#include "engine/ops/window2d.h"

#include <algorithm>
#include <array>

namespace netsmith::interop {

SlidingWindow SlidingWindow::of(NodeCall& call, const Shape& image, std::vector<std::int64_t> kernel)
{
    const auto axes = static_cast<std::size_t>(image.rank() - 1);
    constexpr std::string_view strides = "strides"; // ONNX's own name
    const auto refuseSizes = [&](std::string_view key) {
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.window", "its \"{0}\" do not fit an input with {1:axis|axes}"), key,
                    axes);
    };
    const auto sizesOf = [&](std::string_view key, std::size_t count, std::int64_t otherwise) {
        std::vector<std::int64_t> sizes = call.integers(key);
        if (sizes.empty())
            sizes.assign(count, otherwise);
        constexpr std::int64_t most = 1 << 24;
        if (sizes.size() != count || std::ranges::any_of(sizes, [&](std::int64_t size) { return size < 0 || size > most; }))
            refuseSizes(key);
        return sizes;
    };
    SlidingWindow window;
    window.kernel = std::move(kernel);
    window.strides = sizesOf(strides, axes, 1);
    window.dilations = sizesOf("dilations", axes, 1);
    const std::vector<std::int64_t> pads = sizesOf("pads", 2 * axes, 0);
    window.begins.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(axes));
    window.ends.assign(pads.begin() + static_cast<std::ptrdiff_t>(axes), pads.end());
    if (window.kernel.size() != axes || std::ranges::find(window.strides, 0) != window.strides.end())
        refuseSizes(strides);
    const std::string automatic = call.text("auto_pad", "NOTSET");
    if (automatic.starts_with("SAME"))
        for (std::size_t axis = 0; axis < axes; ++axis) {
            const std::int64_t size = image[static_cast<int>(axis)], stride = window.strides[axis];
            const std::int64_t reach = (window.kernel[axis] - 1) * window.dilations[axis] + 1;
            const std::int64_t total = std::max<std::int64_t>(((size + stride - 1) / stride - 1) * stride + reach - size, 0);
            window.begins[axis] = automatic == "SAME_LOWER" ? (total + 1) / 2 : total / 2;
            window.ends[axis] = total - window.begins[axis];
        }
    if (automatic == "VALID") {
        std::ranges::fill(window.begins, 0);
        std::ranges::fill(window.ends, 0);
    }
    return window;
}

bool SlidingWindow::isUnpadded() const
{
    const auto isZero = [](std::int64_t size) { return size == 0; };
    return std::ranges::all_of(begins, isZero) && std::ranges::all_of(ends, isZero);
}

std::string SlidingWindow::namedPadding(const Shape& image, bool mayBeCausal) const
{
    if (isUnpadded())
        return "valid";
    bool same = true;
    for (std::size_t axis = 0; axis < kernel.size(); ++axis) {
        const Window2d window =
            windowFor({image[static_cast<int>(axis)], 1}, {kernel[axis], 1}, {strides[axis], 1}, {dilations[axis], 1}, "same");
        same = same && window.top == begins[axis] && window.bottom == ends[axis];
    }
    if (same)
        return "same";
    if (mayBeCausal && begins[0] == (kernel[0] - 1) * dilations[0] && ends[0] == 0)
        return "causal";
    return {};
}

void SlidingWindow::describePadding(ParameterMap& parameters, const Shape& image) const
{
    const std::string name = namedPadding(image);
    parameters["padding"] = name.empty() ? std::string("explicit") : name;
    if (!name.empty())
        return;
    std::vector<std::int64_t> amounts;
    for (std::size_t axis = 0; axis < kernel.size(); ++axis) {
        amounts.push_back(begins[axis]);
        amounts.push_back(ends[axis]);
    }
    parameters["explicit_padding"] = amounts;
}

void requireSlidingAxes(int axes)
{
    if (axes < 1 || axes > 3)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.axes", "it slides over {0:axis|axes}; 1 to 3 are supported"), axes);
}

std::string layerName(const NodeCall& call, int input)
{
    const std::string& initializer = call.isConstant(input) ? call.constant(input).name : std::string();
    static constexpr std::array lastParts{".weight", "/kernel", ".kernel", "/weights", "_weight", "_kernel"};
    for (const std::string_view part : lastParts)
        if (initializer.ends_with(part) && initializer.size() > part.size())
            return initializer.substr(0, initializer.size() - part.size());
    return call.name();
}

} // namespace netsmith::interop
