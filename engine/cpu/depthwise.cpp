#include "engine/cpu/depthwise.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernels/bias.h"
#include "engine/cpu/kernels/convert.h"
#include "engine/cpu/kernels/depthwise.h"
#include "engine/backend/workspace.h"
#include "engine/ops/conv2d.h"

namespace netsmith::cpu {
namespace {

/// One depthwise convolution: each channel has `times` filters. If that is more than one, the kernels work on the channels repeated
/// that many times.
struct DepthwiseProblem {
    WindowShape image; ///< with as many channels as there are filters
    std::int64_t channels;
    std::int64_t times;
    Workspace workspace;

    DepthwiseProblem(const Conv2dAttributes& conv)
        : image(windowShape(conv.window, conv.inputShape))
        , channels(conv.inputShape[3])
        , times(conv.kernelShape[3] / channels)
    {
        image.channels = conv.kernelShape[3];
    }

    std::int64_t inputPixels() const { return image.images * image.height * image.width; }
    std::int64_t weights() const { return image.kernelHeight * image.kernelWidth * image.channels; }

    /// Room for the weights in f32, if they are not.
    Piece takeWeights(DataType type) { return workspace.take(type == DataType::f32 ? 0 : weights()); }
    /// Room for the repeated channels of the image, if needed.
    Piece takeRepeated(std::size_t size) { return workspace.take(times > 1 ? inputPixels() * image.channels : 0, size); }

    kernels::DepthwiseTaps forward() const
    {
        const WindowShape& s = image;
        return {s.images,
                s.channels,
                s.height,
                s.width,
                s.kernelWidth,
                kernels::forwardTaps(s.height, s.outputHeight, s.kernelHeight, s.strideHeight, s.dilationHeight, s.top),
                kernels::forwardTaps(s.width, s.outputWidth, s.kernelWidth, s.strideWidth, s.dilationWidth, s.left)};
    }
    kernels::DepthwiseTaps backward() const
    {
        const WindowShape& s = image;
        return {s.images,
                s.channels,
                s.outputHeight,
                s.outputWidth,
                s.kernelWidth,
                kernels::backwardTaps(s.height, s.outputHeight, s.kernelHeight, s.strideHeight, s.dilationHeight, s.top),
                kernels::backwardTaps(s.width, s.outputWidth, s.kernelWidth, s.strideWidth, s.dilationWidth, s.left)};
    }
};

const float* weightsOf(const Addresses& at, const Piece& room)
{
    if (room.elements == 0)
        return at.in<float>(1);
    kernels::convert(at.in<BFloat16>(1), room.of<float>(at), room.elements);
    return room.of<float>(at);
}

template <class T>
const T* imageOf(const Addresses& at, const DepthwiseProblem& problem, const Piece& room)
{
    if (room.elements == 0)
        return at.in<T>(0);
    kernels::repeatChannels(at.in<T>(0), room.of<T>(at), problem.inputPixels(), problem.channels, problem.times);
    return room.of<T>(at);
}

} // namespace

bool isForDepthwise(std::string_view implementation)
{
    return implementation.find("dw") != std::string_view::npos;
}

Lowered lowerDepthwise(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    const std::int64_t count = context.output(op, 0).shape.elements();
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        DepthwiseProblem problem(conv);
        const Piece weights = problem.takeWeights(context.input(op, 1).type);
        const Piece repeated = problem.takeRepeated(sizeof(T));
        return lowerTo(
            [=, taps = problem.forward(), activation = conv.activation, biased = conv.bias](const Addresses& at) {
                kernels::depthwise(taps, imageOf<T>(at, problem, repeated), weightsOf(at, weights),
                                   biased ? at.in<float>(2) : nullptr, activation == Activation::relu, at.out<T>(0));
                if (activation != Activation::relu)
                    kernels::activate(activation, at.out<T>(0), count);
            },
            {problem.workspace.bytes(), {}}, "own depthwise");
    });
}

Lowered lowerDepthwiseBackwardData(const LoweringContext& context, const Op& op)
{
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        DepthwiseProblem problem(op.as<Conv2dAttributes>());
        const Piece weights = problem.takeWeights(context.input(op, 1).type);
        const Piece repeated = problem.takeRepeated(sizeof(float)); // added up, so not rounded before
        return lowerTo(
            [=, taps = problem.backward()](const Addresses& at) {
                if (repeated.elements == 0) {
                    kernels::depthwise(taps, at.in<T>(0), weightsOf(at, weights), nullptr, false, at.out<T>(0));
                    return;
                }
                kernels::depthwise(taps, at.in<T>(0), weightsOf(at, weights), nullptr, false, repeated.of<float>(at));
                kernels::sumRepeated(repeated.of<float>(at), at.out<T>(0), problem.inputPixels(), problem.channels, problem.times);
            },
            {problem.workspace.bytes(), {}}, "own depthwise");
    });
}

Lowered lowerDepthwiseBackwardWeights(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        DepthwiseProblem problem(conv);
        const Piece parts = problem.workspace.take(kernels::depthwiseParts(problem.image) * problem.weights());
        const Piece repeated = problem.takeRepeated(sizeof(T));
        const WindowShape& s = problem.image;
        return lowerTo(
            [=, biased = conv.bias, pixels = s.images * s.outputHeight * s.outputWidth](const Addresses& at) {
                kernels::depthwiseWeights(problem.image, imageOf<T>(at, problem, repeated), at.in<T>(1), at.out<float>(0),
                                          parts.of<float>(at));
                if (biased)
                    kernels::sumRows(at.in<T>(1), at.out<float>(1), pixels, problem.image.channels);
            },
            {problem.workspace.bytes(), {}}, "own depthwise");
    });
}

} // namespace netsmith::cpu
