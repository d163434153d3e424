#include "engine/ops/update.h"

#include "engine/ops/control.h"
#include "engine/reference/call.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {
namespace {

bool isGood(const Tensor& status)
{
    return status[0] == static_cast<double>(control::good);
}

/// The step of the launch that the counters are at, within the rings of rates and metrics.
std::int64_t launchStep(const Tensor& counters)
{
    const auto step = static_cast<std::int64_t>(counters[control::launch]);
    if (step < 0 || step >= control::maximumSteps)
        throw Error(ErrorKind::failed, NS_MESSAGE("reference.launch", "the launch is at step {0} of at most {1}"), step,
                    control::maximumSteps);
    return step;
}

/// Calls `body(i, rate, decay)` for every element of the ranges: its learning rate, and the share of it that decays.
template <class F>
void forEachElement(const std::vector<UpdateRange>& ranges, double rate, double weightDecay, F body)
{
    for (const UpdateRange& range : ranges)
        for (std::int64_t i = range.begin; i < range.end; ++i)
            body(i, rate * range.rateScale, range.decay ? rate * range.rateScale * weightDecay : 0.0);
}

} // namespace

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
    const std::size_t first = hasVelocity ? 3 : 2; // of rates, counters, scale, status
    if (!isGood(call.in(first + 3)))
        return;
    const double rate = call.in(first)[launchStep(call.in(first + 1))];
    const double scale = call.in(first + 2)[0];
    const Tensor& w = call.out(0);
    forEachElement(attributes.ranges, rate, attributes.weightDecay, [&](std::int64_t i, double lr, double decay) {
        const double step = -lr * call.in(1)[i] * scale;
        w[i] -= decay * w[i];
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
    const Tensor& counters = call.in(5);
    if (!isGood(call.in(7)))
        return;
    const double rate = call.in(4)[launchStep(counters)];
    const double scale = call.in(6)[0];
    const double t = counters[control::step] + 1.0;
    const double correction = std::sqrt(1.0 - std::pow(attributes.beta2, t)) / (1.0 - std::pow(attributes.beta1, t));
    const Tensor& w = call.out(0);
    const Tensor& m = call.out(1);
    const Tensor& v = call.out(2);
    forEachElement(attributes.ranges, rate, attributes.weightDecay, [&](std::int64_t i, double lr, double decay) {
        const double g = call.in(1)[i] * scale;
        w[i] -= decay * w[i];
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
}

template <>
void compute<ops::advance>(const Call& call)
{
    if (!isGood(call.in(1)))
        return;
    const auto& attributes = call.as<AdvanceAttributes>();
    const Tensor& counters = call.out(0);
    counters[control::position] += static_cast<double>(attributes.batch);
    counters[control::samples] += static_cast<double>(attributes.batch);
    counters[control::launch] += 1.0;
    counters[control::step] += attributes.countsStep ? 1.0 : 0.0;
}

template <>
void compute<ops::record>(const Call& call)
{
    const std::size_t columns = call.inputCount() - 1;
    const std::int64_t row = launchStep(call.in(columns)) * static_cast<std::int64_t>(columns);
    for (std::size_t c = 0; c < columns; ++c)
        call.out(0)[row + static_cast<std::int64_t>(c)] = call.in(c)[0];
}

} // namespace netsmith::reference
