#include "engine/cpu/convolution.h"

#include <algorithm>
#include <string_view>

namespace netsmith::cpu {
namespace {

using Desc = dnnl::memory::desc;
using Dims = dnnl::memory::dims;
using Forward = dnnl::convolution_forward::primitive_desc;
using BackwardData = dnnl::convolution_backward_data::primitive_desc;
using BackwardWeights = dnnl::convolution_backward_weights::primitive_desc;

constexpr auto direct = dnnl::algorithm::convolution_direct;

/// Kernels of …,C/groups,filters under oneDNN's names: [groups,] filters, channels, then the axes. Their sizes and strides.
std::pair<Dims, Dims> kernelLayout(const Shape& kernel, std::int64_t groups)
{
    const int axes = kernel.rank() - 2;
    const std::int64_t channels = kernel[-2], filters = kernel[-1];
    Dims sizes{filters / groups, channels};
    Dims steps{1, filters};
    std::int64_t step = kernel.elements();
    for (int axis = 0; axis < axes; ++axis) {
        sizes.push_back(kernel[axis]);
        steps.push_back(step /= kernel[axis]);
    }
    if (groups > 1) {
        sizes.insert(sizes.begin(), groups);
        steps.insert(steps.begin(), filters / groups);
    }
    return {sizes, steps};
}

/// One convolution's sizes in oneDNN's terms.
struct Problem {
    Desc x; ///< as stored: N,…,C
    Desc y;
    Desc weights; ///< as stored: …,C/groups,filters
    Desc wantedWeights; ///< whatever the primitive prefers
    Desc bias;
    bool hasBias = false;
    Dims strides, dilation, before, after;

    Problem(const Convolution& conv, DataType type, DataType weightType)
        : x(channelsLastDesc(conv.x, type))
        , y(channelsLastDesc(conv.y, type))
        , bias({conv.kernel[-1]}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a)
        , hasBias(conv.bias)
    {
        const auto [sizes, steps] = kernelLayout(conv.kernel, conv.groups);
        weights = Desc(sizes, onednnType(weightType), steps);
        wantedWeights = Desc(sizes, onednnType(weightType), dnnl::memory::format_tag::any);
        for (const WindowAxis& axis : conv.axes) {
            strides.push_back(axis.stride);
            dilation.push_back(axis.dilation - 1);
            before.push_back(axis.before);
            after.push_back(axis.after);
        }
    }

    Forward forward(Activation activation = Activation::none) const
    {
        const auto settings = onednnAttributes(activation);
        const auto kind = dnnl::prop_kind::forward_training;
        if (hasBias)
            return {{kind, direct, x, wantedWeights, bias, y, strides, dilation, before, after}, settings, onednnEngine()};
        return {{kind, direct, x, wantedWeights, y, strides, dilation, before, after}, settings, onednnEngine()};
    }

    BackwardData backwardData() const
    {
        return {{direct, x, wantedWeights, y, strides, dilation, before, after}, onednnAttributes(), onednnEngine(), forward()};
    }

    /// `hint` is the forward convolution; its weights have the type of x, while the gradient here is f32 always.
    BackwardWeights backwardWeights(const Problem& hint) const
    {
        using Wanted = dnnl::convolution_backward_weights::desc;
        const Wanted wanted = hasBias ? Wanted(direct, x, wantedWeights, bias, y, strides, dilation, before, after)
                                      : Wanted(direct, x, wantedWeights, y, strides, dilation, before, after);
        const Forward forward = hint.forward();
        const auto settings = onednnAttributes();
        BackwardWeights description(wanted, settings, onednnEngine(), forward); // `next_impl` checks all of these again
        while (racesOverPixels(description) && description.next_impl()) {
            // The last is plain C++ and supports everything.
        }
        return description;
    }

private:
    /// oneDNN 2.6's kernel of 1×1 convolutions without AVX-512: if they stride over pixels with fewer channels than a vector's
    /// lanes, the threads pack those pixels into the same buffer.
    bool racesOverPixels(const BackwardWeights& description) const
    {
        const bool strides1 = std::ranges::all_of(strides, [](auto stride) { return stride == 1; });
        return !strides1 && x.dims()[1] < 8 && std::string_view(description.impl_info_str()).starts_with("jit_1x1");
    }
};

} // namespace

Lowered lowerForward(const Convolution& conv, Activation activation, DataType type, DataType weightType)
{
    const Problem problem(conv, type, weightType);
    const Forward description = problem.forward(activation);
    auto chain = std::make_unique<OneDnnChain>();
    const auto weights = conv.fixedWeights ? chain->prepacked(problem.weights, 1, description.weights_desc())
                                           : chain->reordered(problem.weights, OneDnnChain::input(1), description.weights_desc());
    std::vector<OneDnnChain::Argument> arguments{{DNNL_ARG_SRC, problem.x, OneDnnChain::input(0)},
                                                 {DNNL_ARG_WEIGHTS, description.weights_desc(), weights},
                                                 {DNNL_ARG_DST, problem.y, OneDnnChain::output(0)}};
    if (conv.bias)
        arguments.push_back({DNNL_ARG_BIAS, problem.bias, OneDnnChain::input(2)});
    chain->add(dnnl::convolution_forward(description), arguments, description.scratchpad_desc());
    chain->finishWith(activation, conv.y.elements(), type);
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

Lowered lowerBackwardData(const Convolution& conv, DataType type, DataType weightType)
{
    const Problem problem(conv, type, weightType);
    const BackwardData description = problem.backwardData();
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

Lowered lowerBackwardWeights(const Convolution& conv, DataType type)
{
    const Problem problem(conv, type, DataType::f32);
    const Problem hint(conv, type, type);
    const BackwardWeights description = problem.backwardWeights(hint);
    auto chain = std::make_unique<OneDnnChain>();
    const auto result = chain->resultPlace(description.diff_weights_desc(), problem.weights, OneDnnChain::output(0));
    std::vector<OneDnnChain::Argument> arguments{{DNNL_ARG_SRC, problem.x, OneDnnChain::input(0)},
                                                 {DNNL_ARG_DIFF_DST, problem.y, OneDnnChain::input(1)},
                                                 {DNNL_ARG_DIFF_WEIGHTS, description.diff_weights_desc(), result}};
    if (conv.bias)
        arguments.push_back({DNNL_ARG_DIFF_BIAS, problem.bias, OneDnnChain::output(1)});
    chain->add(dnnl::convolution_backward_weights(description), arguments, description.scratchpad_desc());
    chain->deliver(description.diff_weights_desc(), result, problem.weights, OneDnnChain::output(0));
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

} // namespace netsmith::cpu
