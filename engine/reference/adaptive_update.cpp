#include "engine/ops/adaptive_update.h"

#include "engine/reference/update_call.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {

template <>
void compute<ops::adadelta>(const Call& call)
{
    const auto& attributes = call.as<AdadeltaAttributes>();
    const double rho = attributes.rho;
    const Tensor& w = call.out(0);
    const Tensor& squares = call.out(1);
    const Tensor& changes = call.out(2);
    forEachWeight(call, attributes, [&](std::int64_t i, double g, double lr) {
        squares[i] = rho * squares[i] + (1.0 - rho) * g * g;
        const double change = -std::sqrt(changes[i] + attributes.epsilon) / std::sqrt(squares[i] + attributes.epsilon) * g;
        changes[i] = rho * changes[i] + (1.0 - rho) * change * change;
        w[i] += lr * change;
    });
}

template <>
void compute<ops::adagrad>(const Call& call)
{
    const auto& attributes = call.as<AdagradAttributes>();
    const Tensor& w = call.out(0);
    const Tensor& squares = call.out(1);
    forEachWeight(call, attributes, [&](std::int64_t i, double g, double lr) {
        squares[i] += g * g;
        w[i] -= lr * g / std::sqrt(squares[i] + attributes.epsilon);
    });
}

template <>
void compute<ops::lion>(const Call& call)
{
    const auto& attributes = call.as<LionAttributes>();
    const Tensor& w = call.out(0);
    const Tensor& m = call.out(1);
    forEachWeight(call, attributes, [&](std::int64_t i, double g, double lr) {
        const double direction = attributes.beta1 * m[i] + (1.0 - attributes.beta1) * g;
        w[i] -= direction > 0.0 ? lr : direction < 0.0 ? -lr : 0.0;
        m[i] = attributes.beta2 * m[i] + (1.0 - attributes.beta2) * g;
    });
}

template <>
void compute<ops::nadam>(const Call& call)
{
    const auto& attributes = call.as<NadamAttributes>();
    const double t = optimizerStep(call);
    const auto momentumAt = [&](double i) { return attributes.beta1 * (1.0 - 0.5 * std::pow(0.96, i)); };
    double product = 1.0;
    for (double i = 1.0; i <= t; i += 1.0)
        product *= momentumAt(i);
    const double now = momentumAt(t);
    const double next = momentumAt(t + 1.0);
    const Tensor& w = call.out(0);
    const Tensor& m = call.out(1);
    const Tensor& v = call.out(2);
    forEachWeight(call, attributes, [&](std::int64_t i, double g, double lr) {
        m[i] = attributes.beta1 * m[i] + (1.0 - attributes.beta1) * g;
        v[i] = attributes.beta2 * v[i] + (1.0 - attributes.beta2) * g * g;
        const double mean = next * m[i] / (1.0 - product * next) + (1.0 - now) * g / (1.0 - product);
        const double square = v[i] / (1.0 - std::pow(attributes.beta2, t));
        w[i] -= lr * mean / (std::sqrt(square) + attributes.epsilon);
    });
}

template <>
void compute<ops::rmsprop>(const Call& call)
{
    const auto& attributes = call.as<RmspropAttributes>();
    const double rho = attributes.rho;
    const Tensor& w = call.out(0);
    const Tensor& squares = call.out(1);
    forEachWeight(call, attributes, [&](std::int64_t i, double g, double lr) {
        squares[i] = rho * squares[i] + (1.0 - rho) * g * g;
        double spread = squares[i];
        if (attributes.centered) {
            double& mean = call.out(2)[i];
            mean = rho * mean + (1.0 - rho) * g;
            spread = std::max(spread - mean * mean, 0.0); // below 0 only by rounding
        }
        const double step = lr * g / std::sqrt(spread + attributes.epsilon);
        if (attributes.momentum == 0.0) {
            w[i] -= step;
            return;
        }
        double& velocity = call.out(call.outputCount() - 1)[i];
        velocity = attributes.momentum * velocity + step;
        w[i] -= velocity;
    });
}

} // namespace netsmith::reference
