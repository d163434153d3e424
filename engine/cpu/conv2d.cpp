#include "engine/ops/conv2d.h"

#include "engine/cpu/lowerings.h"
#include "engine/cpu/onednn.h"

namespace netsmith::cpu {
namespace {

using Desc = dnnl::memory::desc;

/// One convolution's sizes in oneDNN's words.
struct Problem {
    const Conv2dAttributes& attributes;
    Desc x; ///< as it lies: N,H,W,C
    Desc y;
    Desc weights; ///< as they lie: kh,kw,C/groups,filters
    Desc anyWeights; ///< whatever the primitive likes best
    Desc bias;
    dnnl::memory::dims strides, dilation, before, after;

    Problem(const Conv2dAttributes& conv, const Shape& xShape, DataType xType, const Shape& yShape, DataType yType,
            DataType weightType)
        : attributes(conv)
        , x(nhwcDesc(xShape, xType))
        , y(nhwcDesc(yShape, yType))
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
        anyWeights = Desc(dims, onednnType(weightType), dnnl::memory::format_tag::any);
        bias = Desc({filters}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a);
        const Window2d& window = conv.window;
        strides = {window.stride.height, window.stride.width};
        dilation = {window.dilation.height - 1, window.dilation.width - 1};
        before = {window.top, window.left};
        after = {window.bottom, window.right};
    }

    dnnl::convolution_forward::primitive_desc forward() const
    {
        const auto settings = onednnAttributes(attributes.activation);
        const auto kind = dnnl::prop_kind::forward_training;
        const auto algorithm = dnnl::algorithm::convolution_direct;
        if (attributes.bias)
            return {{kind, algorithm, x, anyWeights, bias, y, strides, dilation, before, after}, settings, onednnEngine()};
        return {{kind, algorithm, x, anyWeights, y, strides, dilation, before, after}, settings, onednnEngine()};
    }
};

} // namespace

Lowered lowerConv2d(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<Conv2dAttributes>();
    const TensorInfo &x = context.input(op, 0), &w = context.input(op, 1), &y = context.output(op, 0);
    const Problem problem(attributes, x.shape, x.type, y.shape, y.type, w.type);
    const auto description = problem.forward();
    auto chain = std::make_unique<OneDnnChain>();
    const auto weights = chain->reordered(problem.weights, OneDnnChain::input(1), description.weights_desc());
    std::vector<OneDnnChain::Argument> arguments{{DNNL_ARG_SRC, problem.x, OneDnnChain::input(0)},
                                                 {DNNL_ARG_WEIGHTS, description.weights_desc(), weights},
                                                 {DNNL_ARG_DST, problem.y, OneDnnChain::output(0)}};
    if (attributes.bias)
        arguments.push_back({DNNL_ARG_BIAS, problem.bias, OneDnnChain::input(2)});
    chain->add(dnnl::convolution_forward(description), arguments, description.scratchpad_desc());
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

Lowered lowerConv2dBackwardData(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<Conv2dAttributes>();
    const TensorInfo &dy = context.input(op, 0), &w = context.input(op, 1), &dx = context.output(op, 0);
    const Problem problem(attributes, dx.shape, dx.type, dy.shape, dy.type, w.type);
    Conv2dAttributes plain = attributes;
    plain.activation = Activation::none;
    const Problem hint(plain, dx.shape, dx.type, dy.shape, dy.type, w.type);
    const dnnl::convolution_backward_data::primitive_desc description({dnnl::algorithm::convolution_direct, problem.x,
                                                                       problem.anyWeights, problem.y, problem.strides,
                                                                       problem.dilation, problem.before, problem.after},
                                                                      onednnAttributes(), onednnEngine(), hint.forward());
    auto chain = std::make_unique<OneDnnChain>();
    const auto weights = chain->reordered(problem.weights, OneDnnChain::input(1), description.weights_desc());
    chain->add(dnnl::convolution_backward_data(description),
               {{DNNL_ARG_DIFF_DST, problem.y, OneDnnChain::input(0)},
                {DNNL_ARG_WEIGHTS, description.weights_desc(), weights},
                {DNNL_ARG_DIFF_SRC, problem.x, OneDnnChain::output(0)}},
               description.scratchpad_desc());
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

Lowered lowerConv2dBackwardWeights(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<Conv2dAttributes>();
    const TensorInfo &x = context.input(op, 0), &dy = context.input(op, 1), &dw = context.output(op, 0);
    // Low precision multiplies low numbers but keeps its weights' gradients in f32.
    Problem problem(attributes, x.shape, x.type, dy.shape, dy.type, dw.type);
    Conv2dAttributes plain = attributes;
    plain.activation = Activation::none;
    const Problem hint(plain, x.shape, x.type, dy.shape, dy.type, x.type);
    const auto algorithm = dnnl::algorithm::convolution_direct;
    const auto settings = onednnAttributes();
    using Description = dnnl::convolution_backward_weights::primitive_desc;
    const Description description = attributes.bias
        ? Description({algorithm, problem.x, problem.anyWeights, problem.bias, problem.y, problem.strides, problem.dilation,
                       problem.before, problem.after},
                      settings, onednnEngine(), hint.forward())
        : Description(
            {algorithm, problem.x, problem.anyWeights, problem.y, problem.strides, problem.dilation, problem.before, problem.after},
            settings, onednnEngine(), hint.forward());
    auto chain = std::make_unique<OneDnnChain>();
    const Desc& like = description.diff_weights_desc();
    const auto gradient = like == problem.weights ? OneDnnChain::output(0) : chain->workspace(like);
    std::vector<OneDnnChain::Argument> arguments{{DNNL_ARG_SRC, problem.x, OneDnnChain::input(0)},
                                                 {DNNL_ARG_DIFF_DST, problem.y, OneDnnChain::input(1)},
                                                 {DNNL_ARG_DIFF_WEIGHTS, like, gradient}};
    if (attributes.bias)
        arguments.push_back({DNNL_ARG_DIFF_BIAS, problem.bias, OneDnnChain::output(1)});
    chain->add(dnnl::convolution_backward_weights(description), arguments, description.scratchpad_desc());
    if (!(like == problem.weights)) {
        const dnnl::reorder::primitive_desc back(onednnEngine(), like, onednnEngine(), problem.weights, onednnAttributes());
        chain->add(dnnl::reorder(back), {{DNNL_ARG_FROM, like, gradient}, {DNNL_ARG_TO, problem.weights, OneDnnChain::output(0)}},
                   back.scratchpad_desc());
    }
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

} // namespace netsmith::cpu
