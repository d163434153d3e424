#pragma once

#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/layer_spec.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/activation_layer.h"
#include "engine/layers/onnx_window.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/window2d.h"

#include <array>
#include <span>

// What the layers that slide kernels over their input share, each declared once; a layer takes the parts that it needs.
namespace netsmith::layer {

struct ConvolutionParameters {
    explicit ConvolutionParameters(std::size_t axes)
        : kernelSize(axes, 3)
        , strides(axes, 1)
        , dilationRate(axes, 1)
    {
    }

    std::int64_t filters = 32;
    std::vector<std::int64_t> kernelSize;
    std::vector<std::int64_t> strides;
    std::string padding = "valid";
    std::vector<std::int64_t> dilationRate;
    std::int64_t groups = 1;
    std::int64_t depthMultiplier = 1;
    std::string activation = "none";
    bool useBias = true;
    std::string quantization = "none";
};

/// The same along both axes of an image.
struct Convolution2dParameters : ConvolutionParameters {
    Convolution2dParameters()
        : ConvolutionParameters(2)
    {
    }
};

/// Also with a padding in numbers.
struct PaddedConvolution2dParameters : Convolution2dParameters {
    std::vector<std::int64_t> explicitPadding{0, 0, 0, 0};
};

inline constexpr int widestSize = 65536; ///< of a kernel, a stride, a dilation or a padding along one axis

template <class P>
void declareFilters(ParameterBuilder<P>& parameters)
{
    parameters
        .integer("filters", &P::filters, NS_TEXT("convolution", "Filters"),
                 NS_TEXT("convolution", "The number of patterns looked for: the output channels."))
        .range(1, 1 << 20)
        .usual(1, 512)
        .unit(NS_TEXT("unit", "channels"));
}

/// `unit` is what an axis is counted in.
template <class P>
void declareKernel(ParameterBuilder<P>& parameters, const std::string& unit)
{
    const auto axes = static_cast<int>(P().kernelSize.size());
    parameters
        .sizes("kernel_size", &P::kernelSize, axes, axes, NS_TEXT("convolution", "Kernel size"),
               NS_TEXT("convolution", "The size of the patterns along each axis; for an image, height, then width."))
        .range(1, widestSize)
        .usual(1, 7)
        .unit(unit)
        .sizes("strides", &P::strides, axes, axes, NS_TEXT("convolution", "Strides"),
               NS_TEXT("convolution", "How far the kernel moves along each axis; 2 halves the size."))
        .range(1, widestSize)
        .usual(1, 2)
        .unit(unit);
}

template <class P>
void declareDilation(ParameterBuilder<P>& parameters, const std::string& unit)
{
    const auto axes = static_cast<int>(P().kernelSize.size());
    parameters
        .sizes(
            "dilation_rate", &P::dilationRate, axes, axes, NS_TEXT("convolution", "Dilation"),
            NS_TEXT("convolution", "The distance between the points that the kernel reads along each axis; 1 for adjacent ones."))
        .range(1, widestSize)
        .usual(1, 4)
        .unit(unit);
}

template <class P>
void declarePadding(ParameterBuilder<P>& parameters)
{
    parameters.choice(
        "padding", &P::padding, NS_TEXT("convolution", "Padding"),
        NS_TEXT("convolution", "How the input is padded: with zeros that keep its size (same), or not at all (valid)."),
        {{"same", NS_TEXT("convolution", "Same")}, {"valid", NS_TEXT("convolution", "Valid")}});
}

/// The padding of an image, also in numbers.
template <class P>
void declareExplicitPadding(ParameterBuilder<P>& parameters, const std::string& unit)
{
    parameters
        .choice("padding", &P::padding, NS_TEXT("conv2d", "Padding"),
                NS_TEXT("conv2d",
                        "How the image is padded: with zeros that keep its size (same), not at all (valid), or with an explicit "
                        "number of zeros."),
                {{"explicit", NS_TEXT("conv2d", "Explicit")},
                 {"same", NS_TEXT("conv2d", "Same")},
                 {"valid", NS_TEXT("conv2d", "Valid")}})
        .sizes("explicit_padding", &P::explicitPadding, 4, 4, NS_TEXT("conv2d", "Explicit padding"),
               NS_TEXT("conv2d", "The zeros above, below, left and right, if the padding is explicit."))
        .range(0, widestSize)
        .usual(0, 3)
        .unit(unit);
}

template <class P>
void declareGroups(ParameterBuilder<P>& parameters)
{
    parameters
        .integer("groups", &P::groups, NS_TEXT("convolution", "Groups"),
                 NS_TEXT("convolution",
                         "The number of separate groups that channels and filters are split into; as many as channels for a "
                         "depthwise convolution."))
        .range(1, 1 << 20)
        .usual(1, 512);
}

template <class P>
void declareDepthMultiplier(ParameterBuilder<P>& parameters)
{
    parameters
        .integer("depth_multiplier", &P::depthMultiplier, NS_TEXT("convolution", "Depth multiplier"),
                 NS_TEXT("convolution", "The number of patterns looked for in each channel."))
        .range(1, 1 << 20)
        .usual(1, 4);
}

template <class P>
void declareActivationAndBias(ParameterBuilder<P>& parameters)
{
    parameters
        .choice("activation", &P::activation, NS_TEXT("convolution", "Activation"),
                NS_TEXT("convolution", "The activation function applied to each result."), activationChoices())
        .boolean("use_bias", &P::useBias, NS_TEXT("convolution", "Bias"),
                 NS_TEXT("convolution", "Whether a learned bias is added to each channel."));
}

/// The window over an image H×W×C, its padding same or valid.
Window2d windowOf(const ConvolutionParameters& p, const Shape& image);
/// The same, or with explicit padding.
Window2d windowOf(const PaddedConvolution2dParameters& p, const Shape& image);

/// kh×kw×(C/groups)×filters and the like, for any number of axes. Throws `conv2d.groups` if the groups do not divide channels and
/// filters, `shape.overflow` if the weights alone exceed 64 bits.
Shape kernelShape(const ConvolutionParameters& p, std::int64_t channels);
/// Kernels of one channel each, kh×kw×C×multiplier; throws likewise.
Shape depthwiseKernelShape(const ConvolutionParameters& p, std::int64_t channels);

/// conv2d of N,H,W,C images, with `kernel` kh×kw×(C/groups)×filters; `bias` may be `noTensor`.
TensorId emitConvolution(LayerCall& call, TensorId image, TensorId kernel, TensorId bias, const Window2d& window,
                         std::int64_t groups = 1);
/// conv2d with `kernel` kh×kw×C×multiplier for each channel separately.
TensorId emitDepthwise(LayerCall& call, TensorId image, TensorId kernel, TensorId bias, const Window2d& window);

/// The zeros before and after along an axis of this size.
std::array<std::int64_t, 2> axisPadding(const ConvolutionParameters& p, int axis, std::int64_t size);

/// Keras has no explicit padding, but a layer for it.
void writeKerasPadded(const PaddedConvolution2dParameters& p, LayerCode& code, const std::string& kerasClass,
                      std::initializer_list<std::string_view> positional);

/// The convolution as a module of PyTorch, "nn.Conv2d" with two paddings, after a padding layer if they are uneven.
void writeTorchConvolution(const ConvolutionParameters& p, LayerCode& code, std::int64_t in, std::int64_t out, std::int64_t groups,
                           std::span<const std::array<std::int64_t, 2>> padding, CodeStep step);
/// The weights "kernel" and "bias" of such a module.
CodeStep kernelAndBias();

/// The weight "bias", or `noTensor` if the layer has none.
TensorId biasWeight(LayerCall& call, const ConvolutionParameters& p, std::int64_t filters);

/// Conv of a layer's input and its end: `kernel` is ours, sizes…, C/groups, filters; `axes` are those of the positions.
void exportConvolution(OnnxCall& call, const ConvolutionParameters& p, const WeightArray& kernel, std::span<const WindowAxis> axes,
                       std::int64_t groups);
/// Conv without bias or activation of a value with channels first.
OnnxCall::Value onnxConvolution(OnnxCall& call, const OnnxCall::Value& x, const std::string& name, const WeightArray& kernel,
                                const OnnxCall::Value& bias, std::span<const WindowAxis> axes, std::int64_t groups,
                                const std::string& quantization = "none");
/// A kernel kh×kw×C×multiplier for as many groups as channels.
WeightArray groupedKernel(WeightArray depthwise);
/// The initializer "bias"; empty if the layer has none.
OnnxCall::Value onnxBias(OnnxCall& call, const ConvolutionParameters& p);

} // namespace netsmith::layer
