#include "engine/core/error.h"
#include "engine/core/quantization_grid.h"
#include "engine/inspect/explanations/op_explainers.h"
#include "engine/inspect/explanations/plane.h"
#include "engine/ops/recurrence.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect::explain {
namespace {

constexpr double mostProducts = 2e9; // about a second and a half
constexpr double fewProducts = 1e8; // above it, recorded states are used where there are some
constexpr std::size_t mostGateTerms = 6; // of a gate

/// The states of a layer for one sample, computed as far as they are needed.
struct Walk {
    std::vector<double> x; ///< [T,C]
    std::vector<double> mask; ///< [T]; empty: all count
    std::vector<double> states; ///< [T,H], by step
    std::vector<double> carry; ///< [T,H]: LSTM's cells
    std::vector<double> multiplied; ///< [T,H]: the states as u multiplies them, if they are rounded for that
    bool isRecorded = false; ///< the states are the network's own, and there are no cells
};

double gateOf(double x)
{
    return activate(Activation::sigmoid, x, 0.0);
}

/// A state as u multiplies it.
std::vector<double> roundedState(std::span<const double> state)
{
    float largest = 0.0f;
    for (const double number : state)
        largest = std::max(largest, std::abs(static_cast<float>(number)));
    const float step = gridScale(largest);
    std::vector<double> rounded;
    for (const double number : state)
        rounded.push_back(double{weightSteps(static_cast<float>(number), 1.0f / step) * step});
    return rounded;
}

/// One step of all units: the states and cells after it.
class Stepper {
public:
    Stepper(OpCall& call, const RecurrenceSizes& sizes)
        : m_attributes(call.as<RecurrenceAttributes>())
        , m_sizes(sizes)
        , m_w(call.reader.numbers(call.op.inputs[1]))
        , m_u(call.reader.numbers(call.op.inputs[2]))
        , m_z(static_cast<std::size_t>(sizes.width()))
        , m_r(static_cast<std::size_t>(sizes.width()))
    {
        if (m_attributes.bias)
            m_b = call.reader.numbers(call.op.inputs[3]);
    }

    void step(const double* x, const double* before, const double* cellBefore, double* state, double* cell)
    {
        multiply(x, m_w, m_sizes.inputs, m_z, 0);
        const auto units = static_cast<std::size_t>(m_sizes.units);
        if (m_attributes.rounded)
            multiply(roundedState({before, units}).data(), m_u, m_sizes.units, m_r, m_sizes.width());
        else
            multiply(before, m_u, m_sizes.units, m_r, m_sizes.width());
        for (std::size_t j = 0; j < units; ++j) {
            const auto sum = [&](std::size_t gate) { return m_z[gate * units + j] + m_r[gate * units + j]; };
            switch (m_attributes.cell) {
            case Cell::simple: state[j] = activate(m_attributes.activation, sum(0), 0.0); break;
            case Cell::lstm:
                cell[j] = gateOf(sum(1)) * cellBefore[j] + gateOf(sum(0)) * std::tanh(sum(2));
                state[j] = gateOf(sum(3)) * std::tanh(cell[j]);
                break;
            case Cell::gru: {
                const double z = gateOf(sum(0)), r = gateOf(sum(1));
                state[j] = z * before[j] + (1.0 - z) * std::tanh(m_z[2 * units + j] + r * m_r[2 * units + j]);
                break;
            }
            }
        }
    }

private:
    /// x·w and its bias; only GRU has one for both products.
    void multiply(const double* x, const std::vector<double>& w, std::int64_t count, std::vector<double>& sums,
                  std::int64_t firstBias) const
    {
        const std::size_t width = sums.size();
        for (std::size_t j = 0; j < width; ++j) {
            const std::size_t bias = static_cast<std::size_t>(firstBias) + j;
            sums[j] = bias < m_b.size() ? m_b[bias] : 0.0;
        }
        for (std::int64_t k = 0; k < count; ++k) {
            const double factor = x[k];
            const double* row = w.data() + static_cast<std::size_t>(k) * width;
            for (std::size_t j = 0; j < width; ++j)
                sums[j] += factor * row[j];
        }
    }

    const RecurrenceAttributes& m_attributes;
    RecurrenceSizes m_sizes;
    std::vector<double> m_w;
    std::vector<double> m_u;
    std::vector<double> m_b;
    std::vector<double> m_z;
    std::vector<double> m_r;
};

/// The step that is computed as the n-th.
std::int64_t stepOf(const RecurrenceAttributes& attributes, std::int64_t n, std::int64_t steps)
{
    return attributes.reversed ? steps - 1 - n : n;
}

void roundStates(Walk& walk, const RecurrenceAttributes& attributes, std::size_t units)
{
    for (std::size_t first = 0; attributes.rounded && first < walk.states.size(); first += units) {
        const std::vector<double> rounded = roundedState(std::span(walk.states).subspan(first, units));
        walk.multiplied.insert(walk.multiplied.end(), rounded.begin(), rounded.end());
    }
}

Walk walked(OpCall& call, const RecurrenceSizes& sizes)
{
    const auto& attributes = call.as<RecurrenceAttributes>();
    Walk walk;
    const double products =
        static_cast<double>(sizes.steps) * static_cast<double>(sizes.inputs + sizes.units) * static_cast<double>(sizes.width());
    const KnownNumbers* recorded = attributes.sequences ? call.reader.resultOf(call.op.outputs[0]) : nullptr;
    // Numbers at the border of two steps may be rounded otherwise when they are computed again.
    walk.isRecorded = recorded && (products > fewProducts || attributes.rounded);
    if (!walk.isRecorded && products > mostProducts)
        throw Error(ErrorKind::resources,
                    NS_MESSAGE("explain.recurrence",
                               "the states of {0:step|steps} of {1:unit|units} would take too long to compute again; explain a "
                               "shorter sequence, or let the layer return the whole sequence, whose states are then known"),
                    sizes.steps, sizes.units);
    walk.x = call.reader.numbers(call.op.inputs[0]);
    if (call.has(4))
        walk.mask = call.reader.numbers(call.op.inputs[4]);
    const auto units = static_cast<std::size_t>(sizes.units);
    walk.states.resize(static_cast<std::size_t>(sizes.steps) * units);
    if (walk.isRecorded) {
        for (std::size_t i = 0; i < walk.states.size(); ++i)
            walk.states[i] = (*recorded)[static_cast<std::int64_t>(i)];
        roundStates(walk, attributes, units);
        return walk;
    }
    walk.carry.resize(walk.states.size());
    Stepper stepper(call, sizes);
    const std::vector<double> zeros(units);
    const double *before = zeros.data(), *cellBefore = zeros.data();
    for (std::int64_t n = 0; n < sizes.steps; ++n) {
        const auto t = static_cast<std::size_t>(stepOf(attributes, n, sizes.steps));
        double *state = walk.states.data() + t * units, *cell = walk.carry.data() + t * units;
        if (!walk.mask.empty() && walk.mask[t] == 0.0) {
            std::copy_n(before, units, state);
            std::copy_n(cellBefore, units, cell);
        } else {
            stepper.step(walk.x.data() + t * static_cast<std::size_t>(sizes.inputs), before, cellBefore, state, cell);
        }
        before = state;
        cellBefore = cell;
    }
    roundStates(walk, attributes, units);
    return walk;
}

/// One unit at one step, by its gates.
class Unit {
public:
    Unit(OpCall& call, const RecurrenceSizes& sizes, const Walk& walk, std::int64_t unit)
        : m_call(call)
        , m_attributes(call.as<RecurrenceAttributes>())
        , m_sizes(sizes)
        , m_walk(walk)
        , m_unit(unit)
    {
        for (std::int64_t gate = 0; gate < sizes.gates; ++gate) {
            const std::int64_t width = sizes.width(), column = gate * sizes.units + unit;
            for (std::int64_t k = 0; k < sizes.inputs; ++k)
                m_w.push_back(call.in(1, k * width + column));
            for (std::int64_t k = 0; k < sizes.units; ++k)
                m_u.push_back(call.in(2, k * width + column));
        }
    }

    struct After {
        double state = 0.0;
        double cell = 0.0;
    };

    /// After the step computed as the n-th; `picture`: filled with its gates.
    After after(std::int64_t n, const After& before, CellPicture* picture)
    {
        const std::int64_t t = stepOf(m_attributes, n, m_sizes.steps);
        std::vector<GatePicture> gates;
        for (std::int64_t gate = 0; gate < m_sizes.gates; ++gate)
            gates.push_back(gateAt(gate, n, t, picture != nullptr));
        const auto result = [&](std::size_t gate) { return gates[gate].result; };
        After after = before;
        switch (m_attributes.cell) {
        case Cell::simple:
            finish(gates[0], "h", std::string(nameOf(m_attributes.activation)), 1.0);
            after.state = result(0);
            break;
        case Cell::lstm: {
            constexpr const char* names[] = {"i", "f", "g", "o"};
            for (std::size_t gate = 0; gate < 4; ++gate)
                finish(gates[gate], names[gate], gate == 2 ? "tanh" : "sigmoid", 1.0);
            after.cell = result(1) * before.cell + result(0) * result(2);
            after.state = result(3) * std::tanh(after.cell);
            break;
        }
        case Cell::gru:
            finish(gates[0], "z", "sigmoid", 1.0);
            finish(gates[1], "r", "sigmoid", 1.0);
            finish(gates[2], "n", "tanh", result(1));
            after.state = result(0) * before.state + (1.0 - result(0)) * result(2);
            break;
        }
        const bool isLeftOut = !m_walk.mask.empty() && m_walk.mask[static_cast<std::size_t>(t)] == 0.0;
        if (isLeftOut)
            after = before;
        if (picture) {
            picture->stateBefore = before.state;
            picture->cellBefore = before.cell;
            picture->cell = after.cell;
            picture->isLeftOut = isLeftOut;
            for (std::size_t gate = 0; gate < gates.size(); ++gate) {
                gates[gate].overTime = std::move(picture->gates[gate].overTime);
                picture->gates[gate] = std::move(gates[gate]);
            }
        }
        m_last = std::move(gates);
        return after;
    }

    /// The results of the gates at the last step computed.
    double lastOf(std::size_t gate) const { return m_last[gate].result; }

private:
    /// `ofState`: what the products of the state are multiplied by.
    static void finish(GatePicture& gate, std::string name, std::string function, double ofState)
    {
        gate.name = std::move(name);
        gate.argument = gate.fromInput + gate.bias + ofState * (gate.fromState + gate.stateBias);
        gate.result = activate(activationNamed(function), gate.argument, 0.0);
        gate.function = std::move(function);
    }

    GatePicture gateAt(std::int64_t gate, std::int64_t n, std::int64_t t, bool withTerms)
    {
        const std::int64_t width = m_sizes.width(), column = gate * m_sizes.units + m_unit;
        GatePicture picture;
        std::vector<Term> terms;
        for (std::int64_t k = 0; k < m_sizes.inputs; ++k) {
            const double x = m_walk.x[static_cast<std::size_t>(t * m_sizes.inputs + k)],
                         w = m_w[static_cast<std::size_t>(gate * m_sizes.inputs + k)];
            picture.fromInput += x * w;
            if (withTerms)
                terms.push_back({.at = {t, k},
                                 .input = x,
                                 .weightAt = m_call.reader.placeOf(m_call.op.inputs[1], k * width + column),
                                 .factor = w,
                                 .value = x * w});
        }
        for (std::int64_t k = 0; n > 0 && k < m_sizes.units; ++k) {
            const std::int64_t last = stepOf(m_attributes, n - 1, m_sizes.steps);
            const std::vector<double>& states = m_walk.multiplied.empty() ? m_walk.states : m_walk.multiplied;
            const double h = states[static_cast<std::size_t>(last * m_sizes.units + k)],
                         u = m_u[static_cast<std::size_t>(gate * m_sizes.units + k)];
            picture.fromState += h * u;
            if (withTerms)
                terms.push_back({.at = {last, k}, .input = h, .weightAt = {k, column}, .factor = u, .value = h * u});
        }
        if (m_attributes.bias) {
            picture.bias = m_call.in(3, column);
            if (m_attributes.cell == Cell::gru)
                picture.stateBias = m_call.in(3, width + column);
        }
        picture.terms = std::ssize(terms);
        std::ranges::stable_sort(terms, std::greater(),
                                 [](const Term& term) { return std::isnan(term.value) ? 0.0 : std::abs(term.value); });
        terms.resize(std::min(terms.size(), mostGateTerms));
        picture.largest = std::move(terms);
        return picture;
    }

    OpCall& m_call;
    const RecurrenceAttributes& m_attributes;
    const RecurrenceSizes& m_sizes;
    const Walk& m_walk;
    std::int64_t m_unit;
    std::vector<double> m_w; ///< of each gate, the unit's column
    std::vector<double> m_u;
    std::vector<GatePicture> m_last;
};

} // namespace

double recurrence(OpCall& call)
{
    const auto& attributes = call.as<RecurrenceAttributes>();
    const RecurrenceSizes sizes(attributes.cell, call.shape(0), call.shape(2));
    std::any& kept = call.reader.kept(call.op);
    if (!kept.has_value())
        kept = walked(call, sizes);
    const Walk& walk = *std::any_cast<Walk>(&kept);
    const std::int64_t unit = call.element % sizes.units;
    const std::int64_t step = attributes.sequences ? call.element / sizes.units : stepOf(attributes, sizes.steps - 1, sizes.steps);
    const std::int64_t place = attributes.reversed ? sizes.steps - 1 - step : step; // in the order of computing
    if (!call.step && !walk.isRecorded)
        return walk.states[static_cast<std::size_t>(step * sizes.units + unit)];

    CellPicture picture{.kind = static_cast<CellPicture::Kind>(attributes.cell),
                        .isReversed = attributes.reversed,
                        .unit = unit,
                        .step = step,
                        .steps = sizes.steps,
                        .gates = std::vector<GatePicture>(static_cast<std::size_t>(sizes.gates))};
    const std::int64_t shown = std::min(sizes.steps, CellPicture::mostSteps);
    picture.firstStep = std::clamp<std::int64_t>(step - CellPicture::mostSteps / 2, 0, sizes.steps - shown);
    picture.stateOverTime.resize(static_cast<std::size_t>(shown));
    if (attributes.cell == Cell::lstm)
        picture.cellOverTime.resize(static_cast<std::size_t>(shown));
    for (GatePicture& gate : picture.gates)
        gate.overTime.resize(static_cast<std::size_t>(shown));
    Unit of(call, sizes, walk, unit);
    Unit::After before{}, result{};
    for (std::int64_t n = 0; n < sizes.steps; ++n) {
        const Unit::After after = of.after(n, before, n == place && call.step ? &picture : nullptr);
        if (n == place)
            result = after;
        if (n == place && !call.step)
            return result.state;
        const std::int64_t t = stepOf(attributes, n, sizes.steps) - picture.firstStep;
        if (t >= 0 && t < shown) {
            const auto at = static_cast<std::size_t>(t);
            picture.stateOverTime[at] = static_cast<float>(after.state);
            if (!picture.cellOverTime.empty())
                picture.cellOverTime[at] = static_cast<float>(after.cell);
            for (std::size_t gate = 0; gate < picture.gates.size(); ++gate)
                picture.gates[gate].overTime[at] = static_cast<float>(of.lastOf(gate));
        }
        before = after;
    }
    ExplainedStep& into = *call.step;
    into.kind = StepKind::cell;
    for (std::size_t input = 0; input < 4; ++input)
        if (call.has(input))
            call.addOperand(input);
    into.count = sizes.inputs + sizes.units;
    into.cell = std::move(picture);
    return result.state;
}

} // namespace netsmith::inspect::explain
