#include "engine/inspect/explanations/op_explainers.h"
#include "engine/inspect/explanations/product_sum.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/group_norm.h"
#include "engine/ops/layer_norm.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect::explain {
namespace {

constexpr std::int64_t mostCounted = 1 << 16; // numbers of a histogram

struct Moments {
    double mean = 0.0;
    double variance = 0.0;
};

/// Of `count` numbers `of(i)`; uncentred the mean is taken as 0.
template <class Of>
Moments momentsOf(std::int64_t count, bool isCentred, const Of& of)
{
    Moments moments;
    for (std::int64_t i = 0; isCentred && i < count; ++i)
        moments.mean += of(i) / static_cast<double>(count);
    for (std::int64_t i = 0; i < count; ++i)
        moments.variance += (of(i) - moments.mean) * (of(i) - moments.mean) / static_cast<double>(count);
    return moments;
}

/// How many of the finite numbers are in each of the bins between the least and the largest of them.
std::vector<std::int64_t> counted(const std::vector<double>& numbers, double& least, double& most)
{
    std::vector<std::int64_t> bins(NormalizationPicture::bins);
    bool any = false;
    for (const double number : numbers)
        if (std::isfinite(number)) {
            least = any ? std::min(least, number) : number;
            most = any ? std::max(most, number) : number;
            any = true;
        }
    for (const double number : numbers)
        if (std::isfinite(number)) {
            const double at =
                most > least ? (number - least) / (most - least) * NormalizationPicture::bins : NormalizationPicture::bins / 2;
            ++bins[static_cast<std::size_t>(std::clamp(static_cast<int>(at), 0, NormalizationPicture::bins - 1))];
        }
    return bins;
}

/// What `compute` makes for one of `count` channels or groups, once for all numbers of it.
template <class T, class Compute>
T ofChannel(OpCall& call, std::int64_t count, std::int64_t channel, const Compute& compute)
{
    std::any& kept = call.reader.kept(call.op);
    auto* known = std::any_cast<std::vector<std::optional<T>>>(&kept);
    if (!known)
        known = &kept.emplace<std::vector<std::optional<T>>>(static_cast<std::size_t>(count));
    std::optional<T>& made = (*known)[static_cast<std::size_t>(channel)];
    if (!made)
        made = compute();
    return *made;
}

/// What of a channel's gradients goes back through its mean and its variance.
struct ChannelGradients {
    double mean = 0.0; ///< of g
    double product = 0.0; ///< of g × the normalized number
};

/// (x − mean) / √(variance + ε) · gamma + beta. `of(i)`, `gammaOf(i)`, `betaOf(i)`: of each of the numbers.
template <class Of, class Gamma, class Beta>
double normalize(OpCall& call, NormalizationPicture picture, std::int64_t channel, const Of& of, const Gamma& gammaOf,
                 const Beta& betaOf)
{
    const double inverse = 1.0 / std::sqrt(picture.variance + picture.epsilon);
    picture.argument = call.in(0, call.element);
    picture.normalized = (picture.argument - picture.mean) * inverse;
    const bool hasGamma = call.has(1), hasBeta = call.has(2);
    picture.gamma = hasGamma ? call.in(1, channel) : 1.0;
    picture.beta = hasBeta ? call.in(2, channel) : 0.0;
    const double result = picture.normalized * picture.gamma + picture.beta;
    if (!call.step)
        return result;
    const std::int64_t every = std::max<std::int64_t>(1, picture.count / mostCounted);
    std::vector<double> before, after;
    for (std::int64_t i = 0; i < picture.count; i += every) {
        before.push_back(of(i));
        after.push_back((before.back() - picture.mean) * inverse * gammaOf(i) + betaOf(i));
    }
    picture.before = counted(before, picture.beforeLeast, picture.beforeMost);
    picture.after = counted(after, picture.afterLeast, picture.afterMost);
    call.step->kind = StepKind::normalization;
    const std::size_t used = picture.isLearned ? call.op.inputs.size() : 3; // a training step only updates the averages
    for (std::size_t input = 0; input < used; ++input)
        if (call.has(input))
            call.addOperand(input);
    call.step->terms.push_back(call.term(0, call.element));
    call.step->count = picture.count;
    call.step->normalization = std::move(picture);
    call.follow(0, call.element);
    return result;
}

} // namespace

double batchNorm(OpCall& call)
{
    const std::int64_t channels = call.outputShape()[-1], channel = call.element % channels;
    NormalizationPicture picture{.isLearned = true,
                                 .mean = call.in(3, channel),
                                 .variance = call.in(4, channel),
                                 .epsilon = call.as<BatchNormAttributes>().epsilon,
                                 .count = call.outputShape().elements() / channels};
    return normalize(
        call, std::move(picture), channel, [&](std::int64_t i) { return call.in(0, i * channels + channel); },
        [&](std::int64_t) { return call.in(1, channel); }, [&](std::int64_t) { return call.in(2, channel); });
}

/// In a training step, a channel of the whole batch by its own mean and variance, which are results too.
double batchNormOfBatch(OpCall& call)
{
    const auto& attributes = call.as<BatchNormAttributes>();
    const std::int64_t channels = call.shape(0)[-1], channel = call.element % channels, count = call.shape(0).elements() / channels;
    const auto of = [&](std::int64_t i) { return call.in(0, i * channels + channel); };
    const auto moments = ofChannel<Moments>(call, channels, channel, [&] { return momentsOf(count, true, of); });
    const auto averaged = [&](std::size_t input, double batch) {
        return attributes.momentum * call.in(input, channel) + (1.0 - attributes.momentum) * batch;
    };
    switch (call.output) {
    case 1: return moments.mean;
    case 2: return 1.0 / std::sqrt(moments.variance + attributes.epsilon);
    case 3: return averaged(3, moments.mean);
    case 4: return averaged(4, moments.variance);
    default: break;
    }
    NormalizationPicture picture{.mean = moments.mean, .variance = moments.variance, .epsilon = attributes.epsilon, .count = count};
    return normalize(
        call, std::move(picture), channel, of, [&](std::int64_t) { return call.in(1, channel); },
        [&](std::int64_t) { return call.in(2, channel); });
}

/// A number moves its channel's mean and variance, so that its gradient has three terms: γ/σ · (g − mean of g − x̂ · mean of g·x̂),
/// with the normalized number x̂. (Ioffe and Szegedy 2015)
double batchNormBackward(OpCall& call)
{
    const auto& attributes = call.as<BatchNormAttributes>();
    if (attributes.activation != Activation::none || attributes.residual) // fused: its gradient is another one
        return std::nan("");
    constexpr std::size_t dy = 4;
    const std::int64_t channels = call.shape(0)[-1], channel = call.element % channels, count = call.shape(0).elements() / channels;
    const double mean = call.in(2, channel), deviation = call.in(3, channel);
    const auto normalized = [&](std::int64_t element) { return (call.in(0, element) - mean) * deviation; };
    if (call.output > 0) {
        ProductSum sum(call, dy);
        for (std::int64_t i = channel; i < count * channels; i += channels)
            call.output == 1 ? sum.addTimes(i, normalized(i)) : sum.add(i);
        if (call.step && call.output == 1)
            call.step->function = "batch_norm_scale_gradient";
        return sum.finish(dy);
    }
    const auto of = ofChannel<ChannelGradients>(call, channels, channel, [&] {
        ChannelGradients sums;
        for (std::int64_t i = channel; i < count * channels; i += channels) {
            sums.mean += call.in(dy, i) / static_cast<double>(count);
            sums.product += call.in(dy, i) * normalized(i) / static_cast<double>(count);
        }
        return sums;
    });
    const double factor = call.in(1, channel) * deviation, own = normalized(call.element);
    const double result = factor * (call.in(dy, call.element) - of.mean - own * of.product);
    if (!call.step)
        return result;
    ExplainedStep& step = *call.step;
    step.kind = StepKind::combination;
    step.function = "batch_norm_gradient";
    call.addOperand(dy);
    step.terms.push_back(call.term(dy, call.element));
    step.terms.back().factor = factor;
    step.terms.push_back({.input = of.mean, .value = of.mean});
    step.terms.push_back({.input = own, .factor = of.product, .value = own * of.product});
    step.count = count;
    call.follow(dy, call.element);
    return result;
}

/// A frozen layer's mean and variance stay: one factor.
double batchNormInferenceBackward(OpCall& call)
{
    const std::int64_t channel = call.element % call.outputShape()[-1];
    const double factor = call.in(1, channel) / std::sqrt(call.in(2, channel) + call.as<BatchNormAttributes>().epsilon);
    const double result = factor * call.in(0, call.element);
    if (!call.step)
        return result;
    call.step->kind = StepKind::combination;
    call.step->function = "scale";
    call.addOperand(0);
    call.step->terms.push_back(call.term(0, call.element));
    call.step->terms.back().factor = factor;
    call.step->count = 1;
    call.follow(0, call.element);
    return result;
}

double groupNorm(OpCall& call)
{
    const auto& attributes = call.as<GroupNormAttributes>();
    const std::int64_t channels = call.outputShape()[-1], channel = call.element % channels, width = channels / attributes.groups,
                       first = channel / width * width, count = call.outputShape().elements() / channels * width;
    const auto of = [&](std::int64_t i) { return call.in(0, i / width * channels + first + i % width); };
    const auto moments = ofChannel<Moments>(call, attributes.groups, first / width, [&] { return momentsOf(count, true, of); });
    NormalizationPicture picture{.mean = moments.mean, .variance = moments.variance, .epsilon = attributes.epsilon, .count = count};
    return normalize(
        call, std::move(picture), channel, of, [&](std::int64_t i) { return call.has(1) ? call.in(1, first + i % width) : 1.0; },
        [&](std::int64_t i) { return call.has(2) ? call.in(2, first + i % width) : 0.0; });
}

double layerNorm(OpCall& call)
{
    const auto& attributes = call.as<LayerNormAttributes>();
    const std::int64_t count = call.outputShape()[-1], first = call.element / count * count;
    const auto of = [&](std::int64_t i) { return call.in(0, first + i); };
    const Moments moments = momentsOf(count, attributes.centred, of);
    NormalizationPicture picture{.isCentred = attributes.centred,
                                 .mean = moments.mean,
                                 .variance = moments.variance,
                                 .epsilon = attributes.epsilon,
                                 .count = count};
    return normalize(
        call, std::move(picture), call.element - first, of, [&](std::int64_t i) { return call.has(1) ? call.in(1, i) : 1.0; },
        [&](std::int64_t i) { return call.has(2) ? call.in(2, i) : 0.0; });
}

} // namespace netsmith::inspect::explain
