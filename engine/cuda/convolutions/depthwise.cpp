#include "engine/cuda/convolutions/depthwise.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/column_sums.h"
#include "engine/cuda/kernels/depthwise.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/window_steps.h"

#include <algorithm>

namespace netsmith::cuda {
namespace {

std::int64_t timesOf(const Conv2dAttributes& conv)
{
    return conv.kernelShape[3] / conv.inputShape[3];
}

} // namespace

Lowered lowerDepthwise(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([shape = windowShape(conv.window, conv.inputShape), times = timesOf(conv),
                        activation = conv.activation](const Addresses& at, Stream& stream) {
            kernels::depthwise(stream, shape, times, at.in<T>(0), at.in<T>(1), at.optional<float>(2), activation, at.out<T>(0));
        });
    });
}

Lowered lowerDepthwiseBackwardData(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape = windowShape(conv.window, conv.inputShape), times = timesOf(conv)](const Addresses& at, Stream& stream) {
                kernels::depthwiseBackwardData(stream, shape, times, at.in<T>(0), at.in<T>(1), at.out<T>(0));
            });
    });
}

Lowered lowerDepthwiseBackwardWeights(const LoweringContext& context, const Op& op)
{
    const auto& conv = op.as<Conv2dAttributes>();
    const WindowShape shape = windowShape(conv.window, conv.inputShape);
    const std::int64_t pixels = shape.images * shape.outputHeight * shape.outputWidth;
    const std::int64_t partials = std::max(kernels::columnPartials(pixels, conv.kernelShape.elements()),
                                           conv.bias ? kernels::columnPartials(pixels, conv.kernelShape[3]) : 0);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [=, times = timesOf(conv), filters = conv.kernelShape[3], bias = conv.bias](const Addresses& at, Stream& stream) {
                auto* const room = static_cast<float*>(at.workspace);
                kernels::depthwiseBackwardWeights(stream, shape, times, at.in<T>(0), at.in<T>(1), at.out<float>(0), room);
                if (bias)
                    kernels::columnSums(stream, at.in<T>(1), at.out<float>(1), pixels, filters, room);
            },
            {partials * static_cast<std::int64_t>(sizeof(float)), {}});
    });
}

} // namespace netsmith::cuda
