#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"
#include "engine/interop/onnx/import/window.h"

#include <algorithm>
#include <numeric>

namespace netsmith::interop {
namespace {

using Sizes = std::vector<std::int64_t>;

/// Its weights, O,I,positions…, as positions…,I,O.
std::vector<float> kernelOf(const Constant& w)
{
    const std::vector<float> from = w.floats();
    const std::int64_t outputs = w.dims()[0], inputs = w.dims()[1], points = w.elements() / outputs / inputs;
    std::vector<float> kernel(from.size());
    for (std::int64_t o = 0; o < outputs; ++o)
        for (std::int64_t i = 0; i < inputs; ++i)
            for (std::int64_t p = 0; p < points; ++p)
                kernel[static_cast<std::size_t>((p * inputs + i) * outputs + o)] =
                    from[static_cast<std::size_t>((o * inputs + i) * points + p)];
    return kernel;
}

/// Of kernels of one channel each, C·M,1,positions…: positions…,C,M.
std::vector<float> depthwiseKernelOf(const Constant& w)
{
    const std::vector<float> from = w.floats();
    const std::int64_t outputs = w.dims()[0], points = w.elements() / outputs;
    std::vector<float> kernel(from.size());
    for (std::int64_t o = 0; o < outputs; ++o)
        for (std::int64_t p = 0; p < points; ++p)
            kernel[static_cast<std::size_t>(p * outputs + o)] = from[static_cast<std::size_t>(o * points + p)];
    return kernel;
}

/// What tells layers with the same weights: initializers have names, computed constants do not.
std::string weightsKey(NodeCall& call)
{
    std::string key;
    for (int input = 1; input < call.inputs(); ++input)
        if (call.has(input)) {
            if (call.constant(input).name.empty())
                return {};
            key += call.constant(input).name + "\n";
        }
    return key;
}

Shape kernelShape(const Sizes& window, std::int64_t inputs, std::int64_t outputs)
{
    Sizes sizes = window;
    sizes.push_back(inputs);
    sizes.push_back(outputs);
    return Shape(sizes);
}

Flow channelsFirstFlow(NodeCall& call, const NetworkBuilder::Placed& placed)
{
    std::vector<int> places{AxisLayout::batchFactor, placed.shape.rank() - 1};
    for (int axis = 0; axis + 1 < placed.shape.rank(); ++axis)
        places.push_back(axis);
    return Flow::of(placed.port, placed.shape, call.network().batch(), places);
}

void fillKernel(NodeCall& call, const NetworkBuilder::Placed& placed, std::string_view weight, const Shape& shape,
                std::vector<float> kernel)
{
    if (call.network().sharesWeights(placed.id, weightsKey(call)))
        return;
    call.network().fill(placed.id, weight, shape, std::move(kernel));
    if (call.has(2))
        call.network().fill(placed.id, "bias", Shape{call.constant(2).elements()}, call.constant(2).floats());
}

/// A convolution of single points is a dense layer.
void importDensely(NodeCall& call, const Flow& image, const Constant& w)
{
    const Flow vector = call.network().reshaped(image, {image.shape[-1]});
    const std::int64_t filters = w.dims()[0];
    const auto placed =
        call.network().add("dense", {{"units", filters}, {"use_bias", call.has(2)}}, std::span(&vector, 1), layerName(call, 1));
    fillKernel(call, placed, "kernel", Shape{w.dims()[1], filters}, kernelOf(w));
    Flow result = Flow::of(placed.port, placed.shape, call.network().batch(), std::array{AxisLayout::batchFactor, 0});
    while (result.layout.rank() < w.rank())
        result.layout = result.layout.withOne(2);
    call.setFlow(result);
}

[[noreturn]] void refuseKernel(const Constant& w)
{
    throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.kernel", "its kernel has the shape {0}, which does not fit its input"),
                dimsText(w.dims()));
}

void requireWeights(const Constant& w, int axes)
{
    if (w.rank() != axes + 2 || w.elements() == 0)
        refuseKernel(w);
}

} // namespace

void importConvolution(NodeCall& call)
{
    Flow x = channelsLast(call, call.flow(0));
    const Constant& w = call.constant(1);
    const int axes = x.shape.rank() - 1;
    requireWeights(w, axes);
    const std::int64_t groups = call.integer("group", 1), channels = x.shape[-1], filters = w.dims()[0];
    requireSlidingAxes(axes);
    if (groups < 1 || w.dims()[1] * groups != channels)
        refuseKernel(w);
    const SlidingWindow window = SlidingWindow::of(call, x.shape, Sizes(w.dims().begin() + 2, w.dims().end()));
    const bool single = groups == 1 && window.isUnpadded() && w.elements() == filters * channels && x.shape.elements() == channels;
    if (single) {
        importDensely(call, x, w);
        return;
    }
    const bool depthwise = axes == 2 && groups == channels && groups > 1;
    ParameterMap parameters{{"kernel_size", window.kernel},
                            {"strides", window.strides},
                            {"dilation_rate", window.dilations},
                            {"use_bias", call.has(2)}};
    if (axes == 2 && !depthwise) {
        window.describePadding(parameters, x.shape);
    } else if (const std::string padding = window.namedPadding(x.shape, axes == 1); !padding.empty()) {
        parameters["padding"] = padding;
    } else {
        for (int axis = 0; axis < axes; ++axis)
            x = padded(call, x, axis + 2, window.begins[static_cast<std::size_t>(axis)],
                       window.ends[static_cast<std::size_t>(axis)]);
        x = channelsLast(call, x);
    }
    if (depthwise) {
        parameters["depth_multiplier"] = filters / channels;
    } else {
        parameters["filters"] = filters;
        parameters["groups"] = groups;
    }
    const std::string layer = depthwise ? "depthwise_conv2d" : "conv" + std::to_string(axes) + "d";
    const auto placed = call.network().add(layer, parameters, std::span(&x, 1), layerName(call, 1));
    if (depthwise)
        fillKernel(call, placed, "kernel", kernelShape(window.kernel, channels, filters / channels), depthwiseKernelOf(w));
    else
        fillKernel(call, placed, "kernel", kernelShape(window.kernel, w.dims()[1], filters), kernelOf(w));
    call.setFlow(channelsFirstFlow(call, placed));
}

void importTransposedConvolution(NodeCall& call)
{
    const Flow given = call.flow(0);
    const Constant& w = call.constant(1);
    const int axes = given.layout.rank() - 2;
    requireWeights(w, axes);
    if (axes < 1 || axes > 2)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.axes_transposed", "it slides over {0:axis|axes}; 1 and 2 are supported"), axes);
    if (call.integer("group", 1) != 1)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.transposed_groups", "a transposed convolution in groups is not supported"));
    const AxisLayout::Groups image = axes == 2 ? AxisLayout::Groups{{2}, {3}, {1}} : AxisLayout::Groups{{2}, {}, {1}};
    Flow x = call.network().arranged(given, image);
    const auto both = [&](std::string_view key) {
        Sizes sizes = call.integers(key);
        sizes.resize(static_cast<std::size_t>(axes), 1);
        sizes.resize(2, 1);
        return sizes;
    };
    const Sizes strides = both("strides"), dilations = both("dilations");
    Sizes kernel(w.dims().begin() + 2, w.dims().end());
    kernel.resize(2, 1);
    Sizes pads = call.integers("pads"), extra = call.integers("output_padding"), wanted = call.integers("output_shape");
    pads.resize(static_cast<std::size_t>(2 * axes), 0);
    extra.resize(static_cast<std::size_t>(axes), 0);
    const std::string automatic = call.text("auto_pad", "NOTSET");
    Sizes cuts(4, 0); // of the full result: before and after, for height and width
    Sizes sizes(2, 1);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(axes); ++axis) {
        const std::int64_t size = x.shape[static_cast<int>(axis)], reach = (kernel[axis] - 1) * dilations[axis] + 1;
        const std::int64_t full = size * strides[axis] + std::max<std::int64_t>(reach - strides[axis], 0);
        const std::int64_t natural = (size - 1) * strides[axis] + extra[axis] + reach;
        std::int64_t begin = pads[axis], out = natural - pads[axis] - pads[axis + static_cast<std::size_t>(axes)];
        if (!wanted.empty() || automatic.starts_with("SAME")) {
            out = wanted.empty() ? size * strides[axis] : wanted[wanted.size() - static_cast<std::size_t>(axes) + axis];
            const std::int64_t total = natural - out;
            begin = automatic == "SAME_LOWER" ? (total + 1) / 2 : total / 2;
            if (!automatic.starts_with("SAME"))
                begin = total - total / 2;
        }
        cuts[2 * axis] = begin;
        cuts[2 * axis + 1] = full - begin - out;
        sizes[axis] = out;
    }
    if (std::ranges::any_of(cuts, [](std::int64_t cut) { return cut < 0; })
        || std::ranges::any_of(sizes, [](auto s) { return s < 1; }))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.output_padding", "its padding makes the result larger than what the kernel reaches"));
    const std::int64_t filters = w.dims()[1];
    const auto placed = call.network().add("conv2d_transpose",
                                           {{"filters", filters},
                                            {"kernel_size", kernel},
                                            {"strides", strides},
                                            {"dilation_rate", dilations},
                                            {"padding", std::string("valid")},
                                            {"use_bias", call.has(2)}},
                                           std::span(&x, 1), layerName(call, 1));
    // I,O,positions… as positions…,O,I.
    fillKernel(call, placed, "kernel", kernelShape(kernel, filters, w.dims()[0]), kernelOf(w));
    const std::vector<int> places =
        axes == 2 ? std::vector<int>{AxisLayout::batchFactor, 2, 0, 1} : std::vector<int>{AxisLayout::batchFactor, 2, 0};
    Flow result = Flow::of(placed.port, placed.shape, call.network().batch(), places);
    if (axes == 1)
        result.layout = AxisLayout({{call.network().batch(), placed.shape[2], placed.shape[0]}}, {{AxisLayout::batchFactor, 1, 0}});
    for (int axis = 0; axis < axes; ++axis)
        result = padded(call, result, axis + 2, -cuts[static_cast<std::size_t>(2 * axis)],
                        -cuts[static_cast<std::size_t>(2 * axis + 1)]);
    call.setFlow(result);
}

} // namespace netsmith::interop
