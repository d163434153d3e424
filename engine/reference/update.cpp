#include "engine/ops/update.h"

#include "engine/ops/control.h"
#include "engine/reference/update_call.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {
template <>
void compute<ops::sumSquares>(const Call& call)
{
    double sum = 0.0;
    for (const double value : call.in(0).values)
        sum += value * value;
    call.out(0)[0] = sum;
}

template <>
void compute<ops::guard>(const Call& call)
{
    const double clip = call.as<GuardAttributes>().clipNorm;
    const std::size_t status = call.inputCount() - 1;
    const double samples = call.in(1)[0];
    bool finite = std::isfinite(call.in(0)[0]);
    for (std::size_t i = 2; i < status; ++i)
        finite = finite && std::isfinite(call.in(i)[0]);
    const double norm = std::sqrt(call.in(0)[0]) / samples;
    call.out(0)[0] = (clip > 0.0 && norm > clip ? clip / norm : 1.0) / samples;
    call.out(1)[0] = isGood(call.in(status)) && !finite ? static_cast<double>(control::notFinite) : call.in(status)[0];
}

template <>
void compute<ops::sgd>(const Call& call)
{
    const auto& attributes = call.as<SgdAttributes>();
    const bool hasVelocity = attributes.momentum != 0.0;
    const Tensor& w = call.out(0);
    forEachWeight(call, attributes, [&](std::int64_t i, double g, double lr) {
        const double step = -lr * g;
        if (!hasVelocity) {
            w[i] += step;
            return;
        }
        const double v = attributes.momentum * call.in(2)[i] + step;
        call.out(1)[i] = v;
        w[i] += attributes.nesterov ? attributes.momentum * v + step : v;
    });
}

template <>
void compute<ops::adam>(const Call& call)
{
    const auto& attributes = call.as<AdamAttributes>();
    const double t = optimizerStep(call);
    const double correction = std::sqrt(1.0 - std::pow(attributes.beta2, t)) / (1.0 - std::pow(attributes.beta1, t));
    const Tensor& w = call.out(0);
    const Tensor& m = call.out(1);
    const Tensor& v = call.out(2);
    forEachWeight(call, attributes, [&](std::int64_t i, double g, double lr) {
        m[i] = attributes.beta1 * m[i] + (1.0 - attributes.beta1) * g;
        v[i] = attributes.beta2 * v[i] + (1.0 - attributes.beta2) * g * g;
        w[i] -= lr * correction * m[i] / (std::sqrt(v[i]) + attributes.epsilon);
    });
}

template <>
void compute<ops::commitStatistics>(const Call& call)
{
    if (isGood(call.in(1)))
        std::ranges::copy(call.in(0).values, call.out(0).values.begin());
    else if (call.in(1)[0] == static_cast<double>(control::skippedStep))
        for (const CommitAttributes::Range& range : call.as<CommitAttributes>().recurrentState)
            for (std::int64_t i = range.begin; i < range.end; ++i)
                call.out(0)[i] = call.in(0)[i];
}

template <>
void compute<ops::advance>(const Call& call)
{
    const bool counts = isGood(call.in(1));
    if (!counts && call.in(1)[0] != static_cast<double>(control::skippedStep))
        return;
    const auto& attributes = call.as<AdvanceAttributes>();
    if (attributes.settles)
        call.out(1)[0] = control::good;
    const Tensor& counters = call.out(0);
    counters[control::position] += static_cast<double>(attributes.batch);
    counters[control::samples] += static_cast<double>(attributes.batch);
    counters[control::launch] += attributes.countsLaunch ? 1.0 : 0.0;
    const double step = attributes.countsStep && counts ? 1.0 : 0.0;
    counters[control::step] += step;
    counters[control::rate] += step;
}

template <>
void compute<ops::record>(const Call& call)
{
    const std::size_t values = call.inputCount() - 1;
    std::int64_t column = launchStep(call.in(values), control::launch) * call.out(0).shape()[1];
    for (std::size_t v = 0; v < values; ++v)
        for (const double value : call.in(v).values)
            call.out(0)[column++] = value;
}

} // namespace netsmith::reference
