#include "engine/ops/conv2d.h"

#include "engine/cpu/depthwise.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/onednn.h"

namespace netsmith::cpu {
namespace {

using Desc = dnnl::memory::desc;
using Forward = dnnl::convolution_forward::primitive_desc;
using BackwardData = dnnl::convolution_backward_data::primitive_desc;
using BackwardWeights = dnnl::convolution_backward_weights::primitive_desc;

/// Winograd's F(4×4, 3×3) (Lavin and Gray 2016) takes a quarter of the multiplications. Its error is about 5 times the direct
/// convolution's, below 1e-6 in the root mean square. It pays where channels are many and 4×4 tiles fit well: of a VGG on 32×32
/// images it halves the convolutions' time, its own transforms and the reorders to its layout included.
bool suitsWinograd(const Conv2dAttributes& conv, const Shape& x, const Shape& y, DataType type)
{
    const Window2d& window = conv.window;
    return type == DataType::f32 && conv.groups == 1 && window.kernel == Size2{3, 3} && window.stride == Size2{1, 1}
    && window.dilation == Size2{1, 1} && x[3] >= 64 && y[3] >= 64 && y[1] >= 8 && y[2] >= 8;
}

/// One convolution's sizes in oneDNN's words.
struct Problem {
    dnnl::algorithm algorithm = dnnl::algorithm::convolution_direct;
    Desc x; ///< as it lies: N,H,W,C
    Desc y;
    Desc weights; ///< as they lie: kh,kw,C/groups,filters
    Desc wantedX; ///< as the primitive is asked to take it
    Desc wantedY;
    Desc wantedWeights; ///< whatever the primitive likes best
    Desc bias;
    bool hasBias = false;
    dnnl::memory::dims strides, dilation, before, after;

    Problem(const Conv2dAttributes& conv, const Shape& xShape, const Shape& yShape, DataType type, DataType weightType)
        : x(nhwcDesc(xShape, type))
        , y(nhwcDesc(yShape, type))
        , wantedX(x)
        , wantedY(y)
        , hasBias(conv.bias)
    {
        const std::int64_t height = conv.kernelShape[0], width = conv.kernelShape[1], in = conv.kernelShape[2],
                           filters = conv.kernelShape[3];
        const std::int64_t groups = conv.groups, out = filters / groups;
        dnnl::memory::dims dims{out, in, height, width};
        dnnl::memory::dims steps{1, filters, width * in * filters, in * filters};
        if (groups > 1) {
            dims.insert(dims.begin(), groups);
            steps.insert(steps.begin(), out);
        }
        weights = Desc(dims, onednnType(weightType), steps);
        wantedWeights = Desc(dims, onednnType(weightType), dnnl::memory::format_tag::any);
        bias = Desc({filters}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a);
        const Window2d& window = conv.window;
        strides = {window.stride.height, window.stride.width};
        dilation = {window.dilation.height - 1, window.dilation.width - 1};
        before = {window.top, window.left};
        after = {window.bottom, window.right};
    }

    Problem byWinograd() const
    {
        Problem other = *this;
        other.algorithm = dnnl::algorithm::convolution_winograd;
        other.wantedX = Desc(x.dims(), x.data_type(), dnnl::memory::format_tag::any);
        other.wantedY = Desc(y.dims(), y.data_type(), dnnl::memory::format_tag::any);
        return other;
    }

    Forward forward(Activation activation = Activation::none) const
    {
        const auto settings = onednnAttributes(activation);
        const auto kind = dnnl::prop_kind::forward_training;
        if (hasBias)
            return {{kind, algorithm, wantedX, wantedWeights, bias, wantedY, strides, dilation, before, after},
                    settings,
                    onednnEngine()};
        return {{kind, algorithm, wantedX, wantedWeights, wantedY, strides, dilation, before, after}, settings, onednnEngine()};
    }

    BackwardData backwardData() const
    {
        return {{algorithm, wantedX, wantedWeights, wantedY, strides, dilation, before, after},
                onednnAttributes(),
                onednnEngine(),
                forward()};
    }

    /// `hint` is the forward convolution; its weights have the type of x, while the gradient here is f32 always.
    BackwardWeights backwardWeights(const Problem& hint) const
    {
        const auto settings = onednnAttributes();
        if (hasBias)
            return {{algorithm, wantedX, wantedWeights, bias, wantedY, strides, dilation, before, after},
                    settings,
                    onednnEngine(),
                    hint.forward()};
        return {{algorithm, wantedX, wantedWeights, wantedY, strides, dilation, before, after},
                settings,
                onednnEngine(),
                hint.forward()};
    }
};

/// `describe(problem)` by Winograd where that suits and this processor has it, else directly.
template <class Describe>
auto chooseAlgorithm(bool winograd, const Describe& describe)
{
    if (winograd) {
        try {
            return describe(true);
        } catch (const dnnl::error&) {
            // Not for this instruction set.
        }
    }
    return describe(false);
}

} // namespace

template <>
Lowered lower<ops::conv2d>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<Conv2dAttributes>();
    const TensorInfo &x = context.input(op, 0), &w = context.input(op, 1), &y = context.output(op, 0);
    const Problem problem(attributes, x.shape, y.shape, x.type, w.type);
    const Forward description = chooseAlgorithm(suitsWinograd(attributes, x.shape, y.shape, x.type), [&](bool winograd) {
        return (winograd ? problem.byWinograd() : problem).forward(attributes.activation);
    });
    if (attributes.isDepthwise() && !isForDepthwise(description.impl_info_str()))
        return lowerDepthwise(context, op);
    auto chain = std::make_unique<OneDnnChain>();
    const auto image = chain->reordered(problem.x, OneDnnChain::input(0), description.src_desc());
    const auto weights = chain->reordered(problem.weights, OneDnnChain::input(1), description.weights_desc());
    const auto result = chain->resultPlace(description.dst_desc(), problem.y, OneDnnChain::output(0));
    std::vector<OneDnnChain::Argument> arguments{{DNNL_ARG_SRC, description.src_desc(), image},
                                                 {DNNL_ARG_WEIGHTS, description.weights_desc(), weights},
                                                 {DNNL_ARG_DST, description.dst_desc(), result}};
    if (attributes.bias)
        arguments.push_back({DNNL_ARG_BIAS, problem.bias, OneDnnChain::input(2)});
    chain->add(dnnl::convolution_forward(description), arguments, description.scratchpad_desc());
    chain->deliver(description.dst_desc(), result, problem.y, OneDnnChain::output(0));
    chain->finishWith(attributes.activation, y.shape.elements(), y.type);
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

template <>
Lowered lower<ops::conv2dBackwardData>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<Conv2dAttributes>();
    const TensorInfo &dy = context.input(op, 0), &w = context.input(op, 1), &dx = context.output(op, 0);
    const Problem problem(attributes, dx.shape, dy.shape, dx.type, w.type);
    const BackwardData description = chooseAlgorithm(suitsWinograd(attributes, dx.shape, dy.shape, dx.type), [&](bool winograd) {
        return (winograd ? problem.byWinograd() : problem).backwardData();
    });
    if (attributes.isDepthwise() && !isForDepthwise(description.impl_info_str()))
        return lowerDepthwiseBackwardData(context, op);
    auto chain = std::make_unique<OneDnnChain>();
    const auto gradient = chain->reordered(problem.y, OneDnnChain::input(0), description.diff_dst_desc());
    const auto weights = chain->reordered(problem.weights, OneDnnChain::input(1), description.weights_desc());
    const auto result = chain->resultPlace(description.diff_src_desc(), problem.x, OneDnnChain::output(0));
    chain->add(dnnl::convolution_backward_data(description),
               {{DNNL_ARG_DIFF_DST, description.diff_dst_desc(), gradient},
                {DNNL_ARG_WEIGHTS, description.weights_desc(), weights},
                {DNNL_ARG_DIFF_SRC, description.diff_src_desc(), result}},
               description.scratchpad_desc());
    chain->deliver(description.diff_src_desc(), result, problem.x, OneDnnChain::output(0));
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

template <>
Lowered lower<ops::conv2dBackwardWeights>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<Conv2dAttributes>();
    const TensorInfo &x = context.input(op, 0), &dy = context.input(op, 1), &dw = context.output(op, 0);
    const Problem problem(attributes, x.shape, dy.shape, x.type, dw.type);
    const Problem hint(attributes, x.shape, dy.shape, x.type, x.type);
    const BackwardWeights description = chooseAlgorithm(suitsWinograd(attributes, x.shape, dy.shape, x.type), [&](bool winograd) {
        return winograd ? problem.byWinograd().backwardWeights(hint.byWinograd()) : problem.backwardWeights(hint);
    });
    if (attributes.isDepthwise() && !isForDepthwise(description.impl_info_str()))
        return lowerDepthwiseBackwardWeights(context, op);
    auto chain = std::make_unique<OneDnnChain>();
    const auto image = chain->reordered(problem.x, OneDnnChain::input(0), description.src_desc());
    const auto gradient = chain->reordered(problem.y, OneDnnChain::input(1), description.diff_dst_desc());
    const auto result = chain->resultPlace(description.diff_weights_desc(), problem.weights, OneDnnChain::output(0));
    std::vector<OneDnnChain::Argument> arguments{{DNNL_ARG_SRC, description.src_desc(), image},
                                                 {DNNL_ARG_DIFF_DST, description.diff_dst_desc(), gradient},
                                                 {DNNL_ARG_DIFF_WEIGHTS, description.diff_weights_desc(), result}};
    if (attributes.bias)
        arguments.push_back({DNNL_ARG_DIFF_BIAS, problem.bias, OneDnnChain::output(1)});
    chain->add(dnnl::convolution_backward_weights(description), arguments, description.scratchpad_desc());
    chain->deliver(description.diff_weights_desc(), result, problem.weights, OneDnnChain::output(0));
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

} // namespace netsmith::cpu
