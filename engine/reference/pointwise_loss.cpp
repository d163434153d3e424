#include "engine/ops/pointwise_loss.h"

#include "engine/reference/call.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {
namespace {

constexpr double epsilon = 1e-7; // Keras's

/// A loss and its derivative with respect to the prediction.
struct Point {
    double loss = 0.0;
    double slope = 0.0;
};

Point squared(double e)
{
    return {e * e, 2.0 * e};
}

Point absolute(double e)
{
    return {std::abs(e), e > 0.0 ? 1.0 : e < 0.0 ? -1.0 : e};
}

Point huber(double e, double delta)
{
    return std::abs(e) <= delta ? Point{0.5 * e * e, e}
                                : Point{delta * std::abs(e) - 0.5 * delta * delta, std::copysign(delta, e) + (e - e)};
}

Point logCosh(double e)
{
    const double size = std::abs(e);
    return {size + std::log1p(std::exp(-2.0 * size)) - std::log(2.0), std::tanh(e)};
}

Point hinge(double p, double t, bool isSquared)
{
    const double sign = t == 0.0 ? -1.0 : t;
    const double room = 1.0 - sign * p;
    if (room <= 0.0)
        return {0.0, 0.0};
    return isSquared ? Point{room * room, -2.0 * sign * room} : Point{room, -sign};
}

Point poisson(double p, double t)
{
    return {p - t * std::log(p + epsilon), 1.0 - t / (p + epsilon)};
}

Point klDivergence(double p, double t)
{
    const double share = std::clamp(t, epsilon, 1.0);
    const bool clipped = p < epsilon || p > 1.0;
    return {share * std::log(share / std::clamp(p, epsilon, 1.0)), clipped ? 0.0 : -share / p};
}

/// Times (1 − pₜ)^gamma: `missing` is 1 − pₜ, `missingSlope` its derivative.
Point focal(const Point& plain, double missing, double missingSlope, double gamma)
{
    if (gamma == 0.0)
        return plain;
    const double factor = std::pow(missing, gamma);
    const double factorSlope = missing > 0.0 ? gamma * std::pow(missing, gamma - 1.0) * missingSlope : 0.0;
    return {factor * plain.loss, factor * plain.slope + factorSlope * plain.loss};
}

Point binary(double p, double t, const PointwiseLossAttributes& attributes)
{
    const double want = t * (1.0 - attributes.labelSmoothing) + 0.5 * attributes.labelSmoothing;
    const double weight = want * attributes.positiveWeight + (1.0 - want) * attributes.negativeWeight;
    Point point;
    if (attributes.kind == PointwiseLoss::binaryCrossentropyOfLogit) {
        const double yes = 1.0 / (1.0 + std::exp(-p));
        const double no = 1.0 / (1.0 + std::exp(p));
        point = {std::max(p, 0.0) - p * want + std::log1p(std::exp(-std::abs(p))), yes - want};
        point = focal(point, want * no + (1.0 - want) * yes, (1.0 - 2.0 * want) * yes * no, attributes.gamma);
    } else {
        const double yes = std::clamp(p, epsilon, 1.0 - epsilon);
        const bool clipped = p < epsilon || p > 1.0 - epsilon;
        point = {-want * std::log(yes) - (1.0 - want) * std::log(1.0 - yes), clipped ? 0.0 : (1.0 - want) / (1.0 - p) - want / p};
        point = focal(point, want * (1.0 - p) + (1.0 - want) * p, 1.0 - 2.0 * want, attributes.gamma);
    }
    return {weight * point.loss, weight * point.slope};
}

Point percentage(double p, double t)
{
    const double size = std::max(std::abs(t), epsilon);
    const Point point = absolute(p - t);
    return {point.loss / size, point.slope / size};
}

Point pointOf(const PointwiseLossAttributes& attributes, double p, double t)
{
    switch (attributes.kind) {
    case PointwiseLoss::squared: return squared(p - t);
    case PointwiseLoss::absolute: return absolute(p - t);
    case PointwiseLoss::percentage: return percentage(p, t);
    case PointwiseLoss::huber: return huber(p - t, attributes.delta);
    case PointwiseLoss::logCosh: return logCosh(p - t);
    case PointwiseLoss::hinge: return hinge(p, t, false);
    case PointwiseLoss::squaredHinge: return hinge(p, t, true);
    case PointwiseLoss::poisson: return poisson(p, t);
    case PointwiseLoss::klDivergence: return klDivergence(p, t);
    case PointwiseLoss::binaryCrossentropy:
    case PointwiseLoss::binaryCrossentropyOfLogit: break;
    }
    return binary(p, t, attributes);
}

/// The weight of a number of the prediction in the sum: its fraction of its sample, times its weight if there are weights.
double weightOf(const Call& call, std::size_t weights, std::int64_t i)
{
    const std::int64_t count = call.in(0).size();
    const double share = call.as<PointwiseLossAttributes>().share(call.in(0).shape());
    return call.hasInput(weights) ? share * call.in(weights)[i / (count / call.in(weights).size())] : share;
}

} // namespace

template <>
void compute<ops::pointwiseLoss>(const Call& call)
{
    double sum = 0.0;
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        sum += weightOf(call, 2, i) * pointOf(call.as<PointwiseLossAttributes>(), call.in(0)[i], call.in(1)[i]).loss;
    call.out(0)[0] = sum;
}

template <>
void compute<ops::pointwiseLossBackward>(const Call& call)
{
    const double seed = call.in(2)[0];
    for (std::int64_t i = 0; i < call.in(0).size(); ++i) {
        const Point point = pointOf(call.as<PointwiseLossAttributes>(), call.in(0)[i], call.in(1)[i]);
        call.out(0)[i] = weightOf(call, 3, i) * point.slope * seed;
    }
}

} // namespace netsmith::reference
