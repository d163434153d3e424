#include "engine/cuda/convolutions/planned_convolution.h"

#include "engine/cuda/device/cublas.h"
#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/activation.h"
#include "engine/cuda/kernels/column_sums.h"
#include "engine/cuda/kernels/transpose2d.h"
#include "engine/cuda/plan_choice.h"

// The library wants the numbers of a filter side by side, while we keep the same number of all filters side by side: kernels are
// transposed on input and output, in the workspace.

namespace netsmith::cuda {
namespace {

ConvolutionShape convolutionShape(const LoweringContext& context, const Convolution& conv, ConvolutionPass pass, DataType type)
{
    const kernels::VolumeWindow& window = conv.window;
    const WindowShape& slice = window.slice;
    ConvolutionShape shape{.pass = pass,
                           .images = window.volumes(),
                           .channels = slice.channels,
                           .filters = conv.kernel[-1],
                           .groups = conv.groups,
                           .axes = {},
                           .type = type,
                           .tensorFloat = context.plan.precision == Precision::tf32,
                           .anyOrder = !context.options.deterministic};
    if (!window.isFlat())
        shape.axes.push_back({.input = window.depth,
                              .output = window.outputDepth,
                              .kernel = window.kernelDepth,
                              .stride = window.strideDepth,
                              .dilation = window.dilationDepth,
                              .before = window.front});
    shape.axes.push_back({.input = slice.height,
                          .output = slice.outputHeight,
                          .kernel = slice.kernelHeight,
                          .stride = slice.strideHeight,
                          .dilation = slice.dilationHeight,
                          .before = slice.top});
    shape.axes.push_back({.input = slice.width,
                          .output = slice.outputWidth,
                          .kernel = slice.kernelWidth,
                          .stride = slice.strideWidth,
                          .dilation = slice.dilationWidth,
                          .before = slice.left});
    return shape;
}

/// A pass with its plan, and where the turned kernels lie in front of the plan's own workspace.
struct Planned {
    std::shared_ptr<const ConvolutionPlan> plan;
    ConvolutionShape shape;
    std::int64_t kernelBytes;

    static std::optional<Planned> of(const LoweringContext& context, const ConvolutionShape& shape)
    {
        auto plan = choosePlan(shape, context.options);
        if (!plan)
            return std::nullopt;
        const std::int64_t elements = shape.filters * shape.kernelElements();
        return Planned{std::move(plan), shape, aligned(elements * static_cast<std::int64_t>(sizeOf(shape.type)))};
    }

    std::int64_t workspace() const { return kernelBytes + plan->workspace(); }
    TunedAlgorithm tuned() const { return {tuningKey(shape), plan->text()}; }
    void* ownWorkspace(void* workspace) const { return static_cast<std::byte*>(workspace) + kernelBytes; }
    /// Kernels as the library wants them, from ours.
    template <class T>
    const T* turned(Stream& stream, const T* kernels, void* workspace) const
    {
        auto* const into = static_cast<T*>(workspace);
        kernels::transpose2d(stream, kernels, into, shape.kernelElements(), shape.filters);
        return into;
    }
};

} // namespace

std::optional<Lowered> planForward(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    const DataType type = context.input(op, 0).type;
    const ConvolutionShape alone = convolutionShape(context, conv, ConvolutionPass::forward, type);
    ConvolutionShape whole = alone;
    whole.bias = conv.bias;
    whole.relu = conv.bias && conv.activation == Activation::relu;
    auto planned = Planned::of(context, whole);
    const bool biasLeft = !planned && conv.bias;
    if (biasLeft)
        planned = Planned::of(context, alone);
    if (!planned)
        return std::nullopt;
    const Activation left = planned->shape.relu ? Activation::none : conv.activation;
    return forFloatType(type, [&]<class T>(T) {
        return lowerTo(
            [=, p = *planned](const Addresses& at, Stream& stream) {
                const auto* const bias = at.optional<float>(2);
                T* const y = at.out<T>(0);
                p.plan->enqueue(stream,
                                {.x = at.in<T>(0),
                                 .w = p.turned(stream, at.in<T>(1), at.workspace),
                                 .y = y,
                                 .bias = p.shape.bias ? bias : nullptr},
                                p.ownWorkspace(at.workspace));
                const std::int64_t elements = p.shape.outputElements();
                if (biasLeft)
                    kernels::biasActivate(stream, left, bias, y, elements / p.shape.filters, p.shape.filters);
                else if (left != Activation::none)
                    kernels::activate(stream, left, static_cast<float>(defaultAlpha(left)), y, y, elements);
            },
            {planned->workspace(), {}}, planned->plan->implementation(), planned->tuned());
    });
}

std::optional<Lowered> planBackwardData(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    const DataType type = context.input(op, 0).type;
    const auto planned = Planned::of(context, convolutionShape(context, conv, ConvolutionPass::backwardData, type));
    if (!planned)
        return std::nullopt;
    return forFloatType(type, [&]<class T>(T) {
        return lowerTo(
            [p = *planned](const Addresses& at, Stream& stream) {
                p.plan->enqueue(stream, {.x = at.outputs[0], .w = p.turned(stream, at.in<T>(1), at.workspace), .y = at.inputs[0]},
                                p.ownWorkspace(at.workspace));
            },
            {planned->workspace(), {}}, planned->plan->implementation(), planned->tuned());
    });
}

std::optional<Lowered> planBackwardWeights(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    const DataType type = context.input(op, 0).type;
    const auto planned = Planned::of(context, convolutionShape(context, conv, ConvolutionPass::backwardWeights, type));
    if (!planned)
        return std::nullopt;
    const std::int64_t rows = planned->shape.outputElements() / planned->shape.filters;
    const std::int64_t sums =
        conv.bias ? kernels::columnPartials(rows, planned->shape.filters) * static_cast<std::int64_t>(sizeof(float)) : 0;
    return forFloatType(type, [&]<class T>(T) {
        return lowerTo(
            [=, p = *planned, bias = conv.bias](const Addresses& at, Stream& stream) {
                auto* const made = static_cast<T*>(at.workspace);
                p.plan->enqueue(stream, {.x = at.inputs[0], .w = made, .y = at.inputs[1]}, p.ownWorkspace(at.workspace));
                kernels::transpose2d(stream, made, at.out<float>(0), p.shape.filters, p.shape.kernelElements());
                if (bias) // when the kernels are out of the workspace
                    kernels::columnSums(stream, at.in<T>(1), at.out<float>(1), rows, p.shape.filters,
                                        static_cast<float*>(at.workspace));
            },
            {std::max(planned->workspace(), sums), {}}, planned->plan->implementation(), planned->tuned());
    });
}

} // namespace netsmith::cuda
