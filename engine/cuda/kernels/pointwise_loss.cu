#include "engine/cuda/kernels/pointwise_loss.h"

#include "engine/cuda/kernels/sums.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

constexpr float epsilon = 1e-7f; // Keras's

/// A loss and its derivative with respect to the prediction.
struct Point {
    float loss;
    float slope;
};

NS_DEVICE inline float within(float x, float least, float most)
{
    return x < least ? least : x > most ? most : x;
}

/// The kinds that compare by distance.
NS_DEVICE inline Point distance(PointwiseLoss kind, float e, float delta)
{
    const float size = std::abs(e);
    if (kind == PointwiseLoss::squared)
        return {e * e, 2.0f * e};
    if (kind == PointwiseLoss::absolute)
        return {size, e > 0.0f ? 1.0f : e < 0.0f ? -1.0f : e};
    if (kind == PointwiseLoss::huber)
        return {size > delta ? delta * size - 0.5f * delta * delta : 0.5f * e * e, within(e, -delta, delta)};
    // log cosh, by its series where the exponential would cancel.
    const float square = e * e;
    const float series = square * (0.5f + square * (-1.0f / 12.0f + square * (1.0f / 45.0f + square * (-17.0f / 2520.0f))));
    const float large = size + std::log1p(std::exp(-2.0f * size)) - 0.693147181f;
    return {size < 0.25f ? series : large, std::tanh(e)};
}

NS_DEVICE inline Point percentage(float p, float t)
{
    const float size = within(std::abs(t), epsilon, INFINITY);
    const float e = p - t;
    return {std::abs(e) / size, (e > 0.0f ? 1.0f : e < 0.0f ? -1.0f : e) / size};
}

NS_DEVICE inline Point hinge(float p, float t, bool squared)
{
    const float sign = t == 0.0f ? -1.0f : t;
    const float room = 1.0f - sign * p;
    if (room <= 0.0f)
        return {0.0f, 0.0f};
    if (squared)
        return {room * room, -2.0f * sign * room};
    return {room, std::isnan(room) ? room : -sign};
}

NS_DEVICE inline Point klDivergence(float p, float t)
{
    const float share = within(t, epsilon, 1.0f);
    const bool clipped = p < epsilon || p > 1.0f;
    return {share * std::log(share / within(p, epsilon, 1.0f)), clipped ? 0.0f : -share / p};
}

/// What a launch knows of the binary cross-entropies.
struct BinaryTerms {
    float smoothing;
    float gamma;
    float positive;
    float negative;
};

NS_DEVICE inline Point binary(bool ofLogit, float p, float t, const BinaryTerms& terms)
{
    const float want = t * (1.0f - terms.smoothing) + 0.5f * terms.smoothing;
    Point point{};
    float missing = 0.0f, missingSlope = 0.0f; // 1 − pₜ
    if (ofLogit) {
        const float tail = std::exp(-std::abs(p));
        const float more = 1.0f / (1.0f + tail), less = tail * more;
        const float yes = p < 0.0f ? less : more, no = p < 0.0f ? more : less;
        point = {(p < 0.0f ? 0.0f : p) - p * want + std::log1p(tail), yes - want};
        missing = want * no + (1.0f - want) * yes;
        missingSlope = (1.0f - 2.0f * want) * yes * no;
    } else {
        const float complement = 1.0f - p; // as exact as p itself
        const bool clipped = p < epsilon || complement < epsilon;
        const float most = 1.0f - epsilon;
        const float yes = within(p, epsilon, most), no = within(complement, epsilon, most);
        point = {-want * std::log(yes) - (1.0f - want) * std::log(no), clipped ? 0.0f : (1.0f - want) / complement - want / p};
        missing = want * complement + (1.0f - want) * p;
        missingSlope = 1.0f - 2.0f * want;
    }
    if (terms.gamma != 0.0f) {
        const float factor = std::pow(missing, terms.gamma);
        const float factorSlope = missing > 0.0f ? terms.gamma * factor / missing * missingSlope : 0.0f;
        point = {factor * point.loss, factor * point.slope + factorSlope * point.loss};
    }
    const float weight = want * terms.positive + (1.0f - want) * terms.negative;
    return {weight * point.loss, weight * point.slope};
}

template <class Target>
struct PointOf {
    PointwiseLoss kind;
    float delta;
    BinaryTerms terms;
    PointwisePair<Target> pair;

    PointOf(const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair)
        : kind(loss.kind)
        , delta(static_cast<float>(loss.delta))
        , terms{static_cast<float>(loss.labelSmoothing), static_cast<float>(loss.gamma), static_cast<float>(loss.positiveWeight),
                static_cast<float>(loss.negativeWeight)}
        , pair(pair)
    {
    }

    NS_DEVICE Point at(std::int64_t i) const
    {
        const float p = pair.prediction[i];
        const auto t = static_cast<float>(pair.target[i]);
        switch (kind) {
        case PointwiseLoss::squared:
        case PointwiseLoss::absolute:
        case PointwiseLoss::huber:
        case PointwiseLoss::logCosh: return distance(kind, p - t, delta);
        case PointwiseLoss::percentage: return percentage(p, t);
        case PointwiseLoss::hinge: return hinge(p, t, false);
        case PointwiseLoss::squaredHinge: return hinge(p, t, true);
        case PointwiseLoss::poisson: return {p - t * std::log(p + epsilon), 1.0f - t / (p + epsilon)};
        case PointwiseLoss::klDivergence: return klDivergence(p, t);
        case PointwiseLoss::binaryCrossentropy:
        case PointwiseLoss::binaryCrossentropyOfLogit: break;
        }
        return binary(kind == PointwiseLoss::binaryCrossentropyOfLogit, p, t, terms);
    }
    NS_DEVICE float weight(std::int64_t i) const { return pair.weight ? pair.weight[i / pair.each] : 1.0f; }
};

template <class Target>
struct PointLoss {
    PointOf<Target> point;
    NS_DEVICE double operator()(std::int64_t i) const
    {
        return static_cast<double>(point.at(i).loss) * static_cast<double>(point.weight(i));
    }
};

template <class Target>
struct PointSlope {
    PointOf<Target> point;
    float factor;
    const float* seed;
    float* dp;
    NS_DEVICE void operator()(std::int64_t i) const { dp[i] = point.at(i).slope * (factor * *seed * point.weight(i)); }
};

} // namespace

std::int64_t pointwiseLossWorkspace(std::int64_t count)
{
    return partialSums(count) * static_cast<std::int64_t>(sizeof(double));
}

template <class Target>
void pointwiseLoss(Stream& stream, const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair, double factor,
                   float* sum, void* workspace)
{
    const PointLoss<Target> term{PointOf<Target>(loss, pair)};
    launchSum(stream, pair.count, term, StoreSum{sum, factor}, static_cast<double*>(workspace));
}

template <class Target>
void pointwiseLossBackward(Stream& stream, const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair, double factor,
                           const float* seed, float* dp)
{
    launchEach(stream, pair.count, PointSlope<Target>{PointOf<Target>(loss, pair), static_cast<float>(factor), seed, dp});
}

#define INSTANTIATE(Target)                                                                                                        \
    template void pointwiseLoss(Stream&, const PointwiseLossAttributes&, const PointwisePair<Target>&, double, float*, void*);     \
    template void pointwiseLossBackward(Stream&, const PointwiseLossAttributes&, const PointwisePair<Target>&, double,             \
                                        const float*, float*);
INSTANTIATE(std::int32_t)
INSTANTIATE(float)

} // namespace netsmith::cuda::kernels
