#include "engine/inspect/explanations/op_explainers.h"
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
    for (std::size_t input = 0; input < call.op.inputs.size(); ++input)
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

double groupNorm(OpCall& call)
{
    const auto& attributes = call.as<GroupNormAttributes>();
    const std::int64_t channels = call.outputShape()[-1], channel = call.element % channels, width = channels / attributes.groups,
                       first = channel / width * width, count = call.outputShape().elements() / channels * width;
    const auto of = [&](std::int64_t i) { return call.in(0, i / width * channels + first + i % width); };
    std::any& kept = call.reader.kept(call.op);
    auto* known = std::any_cast<std::vector<std::optional<Moments>>>(&kept);
    if (!known)
        known = &kept.emplace<std::vector<std::optional<Moments>>>(static_cast<std::size_t>(attributes.groups));
    std::optional<Moments>& moments = (*known)[static_cast<std::size_t>(first / width)];
    if (!moments)
        moments = momentsOf(count, true, of);
    NormalizationPicture picture{
        .mean = moments->mean, .variance = moments->variance, .epsilon = attributes.epsilon, .count = count};
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
