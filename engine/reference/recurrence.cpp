#include "engine/ops/recurrence.h"

#include "engine/reference/activation.h"
#include "engine/reference/call.h"
#include "engine/reference/quantization.h"

#include <algorithm>
#include <vector>

namespace netsmith::reference {
namespace {

/// One layer over one batch: the positions of its numbers, and the order of its steps.
struct Layer {
    Layer(const RecurrenceAttributes& attributes, std::int64_t samples, std::int64_t steps, std::int64_t units)
        : attributes(attributes)
        , samples(samples)
        , steps(steps)
        , units(units)
        , width(gatesOf(attributes.cell) * units)
    {
    }

    /// The step that is processed as the `count`-th.
    std::int64_t step(std::int64_t count) const { return attributes.reversed ? steps - 1 - count : count; }
    std::int64_t row(std::int64_t sample, std::int64_t count) const { return sample * steps + step(count); }
    /// The state before the `count`-th step.
    double before(const Tensor& states, const Tensor* initial, std::int64_t sample, std::int64_t count, std::int64_t unit) const
    {
        if (count > 0)
            return states[row(sample, count - 1) * units + unit];
        return initial ? (*initial)[sample * units + unit] : 0.0;
    }

    const RecurrenceAttributes& attributes;
    std::int64_t samples;
    std::int64_t steps;
    std::int64_t units;
    std::int64_t width;
};

const Tensor* optional(const Call& call, std::size_t index)
{
    return call.hasInput(index) ? &call.in(index) : nullptr;
}

double gateOf(double x)
{
    return activate(Activation::sigmoid, x);
}

double tanh(double x)
{
    return activate(Activation::tanh, x);
}

/// x·w + b of one row, one number for each gate of each unit.
std::vector<double> fromInput(const Call& call, const Layer& layer, std::int64_t row)
{
    const Tensor& x = call.in(0);
    const std::int64_t inputs = x.shape()[2];
    std::vector<double> z(static_cast<std::size_t>(layer.width));
    for (std::int64_t j = 0; j < layer.width; ++j) {
        double& sum = z[static_cast<std::size_t>(j)];
        sum = layer.attributes.bias ? call.in(3)[j] : 0.0;
        if (layer.attributes.multiplied)
            sum += x[row * layer.width + j];
        else
            for (std::int64_t k = 0; k < inputs; ++k)
                sum += x[row * inputs + k] * call.in(1)[k * layer.width + j];
    }
    return z;
}

} // namespace

template <>
void compute<ops::recurrence>(const Call& call)
{
    const auto& attributes = call.as<RecurrenceAttributes>();
    const Shape& x = call.in(0).shape();
    const Layer layer(attributes, x[0], x[1], call.in(2).shape()[0]);
    const std::int64_t units = layer.units;
    const Tensor& u = call.in(2);
    const Tensor& states = call.out(attributes.statesAt());
    const Tensor *mask = optional(call, 4), *h0 = optional(call, 5), *c0 = optional(call, 6);
    for (std::int64_t n = 0; n < layer.samples; ++n)
        for (std::int64_t count = 0; count < layer.steps; ++count) {
            const std::int64_t row = layer.row(n, count);
            const std::vector<double> z = fromInput(call, layer, row);
            std::vector<double> state(static_cast<std::size_t>(units));
            for (std::int64_t k = 0; k < units; ++k)
                state[static_cast<std::size_t>(k)] = layer.before(states, h0, n, count, k);
            if (attributes.rounded) {
                const RoundedRow rounded(state);
                std::ranges::transform(rounded.codes, state.begin(), [&](double code) { return code * rounded.step; });
            }
            const auto fromState = [&](std::int64_t gate, std::int64_t unit) {
                const std::int64_t column = gate * units + unit;
                double sum = attributes.bias && attributes.cell == Cell::gru ? call.in(3)[layer.width + column] : 0.0;
                for (std::int64_t k = 0; k < units; ++k)
                    sum += state[static_cast<std::size_t>(k)] * u[k * layer.width + column];
                return sum;
            };
            const auto input = [&](std::int64_t gate, std::int64_t unit) {
                return z[static_cast<std::size_t>(gate * units + unit)];
            };
            const auto whole = [&](std::int64_t gate, std::int64_t unit) { return input(gate, unit) + fromState(gate, unit); };
            const bool counts = !mask || (*mask)[n * layer.steps + layer.step(count)] != 0.0;
            for (std::int64_t j = 0; j < units; ++j) {
                const double before = layer.before(states, h0, n, count, j);
                double h = 0.0;
                if (attributes.cell == Cell::simple) {
                    h = activate(attributes.activation, whole(0, j));
                } else {
                    const Tensor &gates = call.out(attributes.gatesAt()), &carry = call.out(attributes.carryAt());
                    const auto gate = [&](std::int64_t index) -> double& { return gates[row * layer.width + index * units + j]; };
                    if (attributes.cell == Cell::lstm) {
                        gate(0) = gateOf(whole(0, j));
                        gate(1) = gateOf(whole(1, j));
                        gate(2) = tanh(whole(2, j));
                        gate(3) = gateOf(whole(3, j));
                        const double cell = layer.before(carry, c0, n, count, j);
                        const double next = gate(1) * cell + gate(0) * gate(2);
                        h = gate(3) * tanh(next);
                        carry[row * units + j] = counts ? next : cell;
                    } else {
                        gate(0) = gateOf(whole(0, j));
                        gate(1) = gateOf(whole(1, j));
                        carry[row * units + j] = fromState(2, j);
                        gate(2) = tanh(input(2, j) + gate(1) * carry[row * units + j]);
                        h = gate(0) * before + (1.0 - gate(0)) * gate(2);
                    }
                }
                states[row * units + j] = counts ? h : before;
                if (!attributes.sequences && count == layer.steps - 1)
                    call.out(0)[n * units + j] = states[row * units + j];
            }
        }
}

template <>
void compute<ops::recurrenceBackward>(const Call& call)
{
    const auto& attributes = call.as<RecurrenceAttributes>();
    const Tensor &dy = call.in(0), &u = call.in(2), &states = call.in(3);
    const Layer layer(attributes, states.shape()[0], states.shape()[1], states.shape()[2]);
    const std::int64_t units = layer.units;
    const Tensor *mask = optional(call, 6), *h0 = optional(call, 7), *c0 = optional(call, 8);
    const Tensor& dz = call.out(0);
    const bool gru = attributes.cell == Cell::gru;
    for (std::int64_t n = 0; n < layer.samples; ++n) {
        std::vector<double> dh(static_cast<std::size_t>(units)); // the gradient of the state after a step from the following ones
        std::vector<double> dc(static_cast<std::size_t>(units));
        for (std::int64_t count = layer.steps - 1; count >= 0; --count) {
            const std::int64_t row = layer.row(n, count);
            const bool counts = !mask || (*mask)[n * layer.steps + layer.step(count)] != 0.0;
            std::vector<double> direct(static_cast<std::size_t>(units)); // to the state before, other than by u
            for (std::int64_t j = 0; j < units; ++j) {
                const auto at = static_cast<std::size_t>(j);
                double arrived = dh[at];
                if (attributes.sequences)
                    arrived += dy[row * units + j];
                else if (count == layer.steps - 1)
                    arrived += dy[n * units + j];
                const auto gradient = [&](std::int64_t gate) -> double& { return dz[row * layer.width + gate * units + j]; };
                const auto gate = [&](std::int64_t index) { return call.in(4)[row * layer.width + index * units + j]; };
                if (!counts) {
                    for (std::int64_t index = 0; index < gatesOf(attributes.cell); ++index)
                        gradient(index) = 0.0;
                    if (gru)
                        call.out(1)[row * units + j] = 0.0;
                    direct[at] = arrived;
                } else if (attributes.cell == Cell::simple) {
                    gradient(0) = arrived * slopeAt(attributes.activation, states[row * units + j]);
                } else if (attributes.cell == Cell::lstm) {
                    const double i = gate(0), f = gate(1), c = gate(2), o = gate(3);
                    const double squashed = tanh(call.in(5)[row * units + j]);
                    const double toCell = dc[at] + arrived * o * (1.0 - squashed * squashed);
                    gradient(0) = toCell * c * i * (1.0 - i);
                    gradient(1) = toCell * layer.before(call.in(5), c0, n, count, j) * f * (1.0 - f);
                    gradient(2) = toCell * i * (1.0 - c * c);
                    gradient(3) = arrived * squashed * o * (1.0 - o);
                    dc[at] = toCell * f;
                } else {
                    const double z = gate(0), r = gate(1), candidate = gate(2);
                    const double toCandidate = arrived * (1.0 - z) * (1.0 - candidate * candidate);
                    gradient(0) = arrived * (layer.before(states, h0, n, count, j) - candidate) * z * (1.0 - z);
                    gradient(1) = toCandidate * call.in(5)[row * units + j] * r * (1.0 - r);
                    gradient(2) = toCandidate;
                    call.out(1)[row * units + j] = toCandidate * r;
                    direct[at] = arrived * z;
                }
            }
            for (std::int64_t k = 0; k < units; ++k) {
                double sum = direct[static_cast<std::size_t>(k)];
                for (std::int64_t j = 0; j < layer.width; ++j) {
                    const bool ofProduct = gru && j >= 2 * units;
                    sum +=
                        (ofProduct ? call.out(1)[row * units + j - 2 * units] : dz[row * layer.width + j]) * u[k * layer.width + j];
                }
                dh[static_cast<std::size_t>(k)] = sum;
            }
        }
    }
    if (!attributes.inputGradient)
        return;
    const Tensor &w = call.in(1), &dx = call.out(gru ? 2 : 1);
    const std::int64_t inputs = w.shape()[0];
    for (std::int64_t row = 0; row < layer.samples * layer.steps; ++row)
        for (std::int64_t k = 0; k < inputs; ++k) {
            double sum = 0.0;
            for (std::int64_t j = 0; j < layer.width; ++j)
                sum += dz[row * layer.width + j] * w[k * layer.width + j];
            dx[row * inputs + k] = sum;
        }
}

template <>
void compute<ops::recurrenceBackwardWeights>(const Call& call)
{
    const auto& attributes = call.as<RecurrenceAttributes>();
    const Tensor &states = call.in(1), &dz = call.in(2);
    const Layer layer(attributes, states.shape()[0], states.shape()[1], states.shape()[2]);
    const Tensor *x = optional(call, 0), *h0 = optional(call, 4);
    const std::int64_t units = layer.units, inputs = x ? x->shape()[2] : 0;
    const std::size_t ofState = x ? 1 : 0; // dw, if there is one, comes first
    for (std::size_t i = 0; i < call.outputCount(); ++i)
        std::ranges::fill(call.out(i).values, 0.0);
    for (std::int64_t n = 0; n < layer.samples; ++n)
        for (std::int64_t count = 0; count < layer.steps; ++count) {
            const std::int64_t row = layer.row(n, count);
            for (std::int64_t j = 0; j < layer.width; ++j) {
                const double gradient = dz[row * layer.width + j];
                const bool ofProduct = attributes.cell == Cell::gru && j >= 2 * units;
                const double recurrent = ofProduct ? call.in(3)[row * units + j - 2 * units] : gradient;
                for (std::int64_t k = 0; k < inputs; ++k)
                    call.out(0)[k * layer.width + j] += (*x)[row * inputs + k] * gradient;
                for (std::int64_t k = 0; k < units; ++k)
                    call.out(ofState)[k * layer.width + j] += layer.before(states, h0, n, count, k) * recurrent;
                if (attributes.bias)
                    call.out(ofState + 1)[j] += gradient;
                if (attributes.bias && attributes.cell == Cell::gru)
                    call.out(ofState + 1)[layer.width + j] += recurrent;
            }
        }
}

} // namespace netsmith::reference
