#include "engine/cuda/device/recurrence_plan.h"
#include "tests/engine/cuda/host_device.h"
#include "tests/engine/cuda/host_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

// Recurrent layers by plain loops in place of the device's library: with weights in an order of their own and two biases a gate,
// with a reserve in a form of their own, and everything in one type.

namespace netsmith::cuda {

struct RecurrencePlan::Content {
    RecurrenceSetting setting;
    std::string name;
    RecurrenceWeights weights{};
};

namespace {

constexpr std::array<const char*, 2> algorithms{"rows", "rows again"};

/// Biases first, then the gates from the last to the first.
RecurrenceWeights weightsOf(const RecurrenceSetting& setting)
{
    RecurrenceWeights weights;
    weights.inputs = setting.inputs;
    weights.units = setting.units;
    weights.gates = gatesOf(setting.cell);
    weights.biases = !setting.bias ? 0 : setting.cell == Cell::gru ? 2 : 1;
    const auto gate = [](std::int64_t g) { return static_cast<std::size_t>(g); };
    std::int64_t next = 3; // a gap
    const auto take = [&](std::int64_t elements) { return std::exchange(next, next + elements); };
    for (std::int64_t g = 0; g < weights.gates; ++g) {
        weights.inputBias[gate(g)] = take(setting.units);
        weights.stateBias[gate(g)] = take(setting.units);
    }
    for (std::int64_t g = weights.gates - 1; g >= 0; --g) {
        weights.ofState[gate(g)] = take(setting.units * setting.units);
        weights.ofInput[gate(g)] = take(setting.units * setting.inputs);
    }
    weights.elements = next;
    return weights;
}

double sigmoid(double x)
{
    return 1.0 / (1.0 + std::exp(-x));
}

/// One pass over every sequence.
class Pass {
public:
    Pass(const RecurrenceSetting& setting, const RecurrenceWeights& weights, const RecurrenceTensors& at)
        : m_setting(setting)
        , m_weights(weights)
        , m_at(at)
        , m_kept(static_cast<double*>(at.reserve))
        , m_isGru(setting.cell == Cell::gru)
        , m_own(static_cast<std::size_t>(setting.samples * setting.steps * setting.units * keptNumbers))
    {
        if (!m_kept)
            m_kept = m_own.data();
    }

    /// A unit's numbers at a step: the gates and the carry (LSTM's cell, GRU's product), then the gradients of the gates'
    /// pre-activations and of the product.
    static constexpr std::int64_t keptNumbers = 9;

    void forward()
    {
        each([&](std::int64_t n, std::int64_t t) {
            std::vector<double> states(units());
            for (std::int64_t u = 0; u < m_setting.units; ++u) {
                double* const kept = keptAt(n, t, u);
                std::array<double, 4> sums{};
                for (std::int64_t g = 0; g < m_weights.gates; ++g)
                    sums[gate(g)] = ofInput(g, n, t, u) + (m_isGru && g == 2 ? 0.0 : ofState(g, n, t, u));
                double state = 0.0;
                if (m_isGru) {
                    kept[0] = sigmoid(sums[0]);
                    kept[1] = sigmoid(sums[1]);
                    kept[4] = ofState(2, n, t, u);
                    kept[2] = std::tanh(sums[2] + kept[1] * kept[4]);
                    state = kept[0] * before(n, t, u) + (1.0 - kept[0]) * kept[2];
                } else {
                    kept[0] = sigmoid(sums[0]);
                    kept[1] = sigmoid(sums[1]);
                    kept[2] = std::tanh(sums[2]);
                    kept[3] = sigmoid(sums[3]);
                    kept[4] = kept[1] * cellBefore(n, t, u) + kept[0] * kept[2];
                    state = kept[3] * std::tanh(kept[4]);
                }
                states[static_cast<std::size_t>(u)] = state;
            }
            for (std::int64_t u = 0; u < m_setting.units; ++u)
                set(m_at.y, stateAt(n, t, u), states[static_cast<std::size_t>(u)]);
        });
    }

    void backwardData()
    {
        for (std::int64_t n = 0; n < m_setting.samples; ++n) {
            std::vector<double> arrived(units()), toCell(units());
            for (std::int64_t t = m_setting.steps - 1; t >= 0; --t) {
                std::vector<double> earlier(units());
                for (std::int64_t u = 0; u < m_setting.units; ++u) {
                    const auto unit = static_cast<std::size_t>(u);
                    double* const kept = keptAt(n, t, u);
                    double* const dz = kept + 5;
                    const double dh = get(m_at.dy, stateAt(n, t, u)) + arrived[unit];
                    if (m_isGru) {
                        const double candidate = dh * (1.0 - kept[0]) * (1.0 - kept[2] * kept[2]);
                        dz[0] = dh * (before(n, t, u) - kept[2]) * kept[0] * (1.0 - kept[0]);
                        dz[1] = candidate * kept[4] * kept[1] * (1.0 - kept[1]);
                        dz[2] = candidate;
                        dz[3] = candidate * kept[1];
                        earlier[unit] += dh * kept[0];
                    } else {
                        const double squashed = std::tanh(kept[4]);
                        const double dc = toCell[unit] + dh * kept[3] * (1.0 - squashed * squashed);
                        dz[0] = dc * kept[2] * kept[0] * (1.0 - kept[0]);
                        dz[1] = dc * cellBefore(n, t, u) * kept[1] * (1.0 - kept[1]);
                        dz[2] = dc * kept[0] * (1.0 - kept[2] * kept[2]);
                        dz[3] = dh * squashed * kept[3] * (1.0 - kept[3]);
                        toCell[unit] = dc * kept[1];
                    }
                }
                for (std::int64_t u = 0; u < m_setting.units; ++u)
                    for (std::int64_t g = 0; g < m_weights.gates; ++g)
                        for (std::int64_t k = 0; k < m_setting.units; ++k)
                            earlier[static_cast<std::size_t>(k)] +=
                                toState(n, t, u, g) * weight(m_weights.ofState, g, u, k, units());
                for (std::int64_t c = 0; c < m_setting.inputs; ++c) {
                    double sum = 0.0;
                    for (std::int64_t u = 0; u < m_setting.units; ++u)
                        for (std::int64_t g = 0; g < m_weights.gates; ++g)
                            sum += keptAt(n, t, u)[5 + g] * weight(m_weights.ofInput, g, u, c, inputs());
                    set(m_at.dx, (t * m_setting.samples + n) * m_setting.inputs + c, sum);
                }
                arrived = earlier;
            }
        }
    }

    void backwardWeights()
    {
        std::vector<double> sums(static_cast<std::size_t>(m_weights.elements));
        const auto add = [&](std::int64_t place, double value) { sums[static_cast<std::size_t>(place)] += value; };
        each([&](std::int64_t n, std::int64_t t) {
            for (std::int64_t u = 0; u < m_setting.units; ++u)
                for (std::int64_t g = 0; g < m_weights.gates; ++g) {
                    const double dz = keptAt(n, t, u)[5 + g], ofProduct = toState(n, t, u, g);
                    for (std::int64_t c = 0; c < m_setting.inputs; ++c)
                        add(m_weights.ofInput[gate(g)] + u * m_setting.inputs + c, dz * input(n, t, c));
                    for (std::int64_t k = 0; k < m_setting.units; ++k)
                        add(m_weights.ofState[gate(g)] + u * m_setting.units + k, ofProduct * before(n, t, k));
                    if (m_weights.inputBias[gate(g)] >= 0)
                        add(m_weights.inputBias[gate(g)] + u, dz);
                    if (m_weights.stateBias[gate(g)] >= 0)
                        add(m_weights.stateBias[gate(g)] + u, ofProduct);
                }
        });
        for (std::int64_t i = 0; i < m_weights.elements; ++i)
            set(m_at.weights, i, sums[static_cast<std::size_t>(i)]);
    }

private:
    static std::size_t gate(std::int64_t g) { return static_cast<std::size_t>(g); }
    std::size_t units() const { return static_cast<std::size_t>(m_setting.units); }
    std::size_t inputs() const { return static_cast<std::size_t>(m_setting.inputs); }
    double get(const void* tensor, std::int64_t i) const { return valueAt(m_setting.type, tensor, i); }
    void set(void* tensor, std::int64_t i, double value) const { setValue(m_setting.type, tensor, i, value); }

    template <class Body>
    void each(const Body& body) const
    {
        for (std::int64_t n = 0; n < m_setting.samples; ++n)
            for (std::int64_t t = 0; t < m_setting.steps; ++t)
                body(n, t);
    }
    std::int64_t stateAt(std::int64_t n, std::int64_t t, std::int64_t u) const
    {
        return (t * m_setting.samples + n) * m_setting.units + u;
    }
    double* keptAt(std::int64_t n, std::int64_t t, std::int64_t u) const { return m_kept + stateAt(n, t, u) * keptNumbers; }
    double input(std::int64_t n, std::int64_t t, std::int64_t c) const
    {
        return get(m_at.x, (t * m_setting.samples + n) * m_setting.inputs + c);
    }
    double before(std::int64_t n, std::int64_t t, std::int64_t u) const
    {
        if (t > 0)
            return get(m_at.y, stateAt(n, t - 1, u));
        return m_at.h0 ? get(m_at.h0, n * m_setting.units + u) : 0.0;
    }
    double cellBefore(std::int64_t n, std::int64_t t, std::int64_t u) const { return t > 0 ? keptAt(n, t - 1, u)[4] : 0.0; }
    /// The gradient of a gate's product with the state.
    double toState(std::int64_t n, std::int64_t t, std::int64_t u, std::int64_t g) const
    {
        return keptAt(n, t, u)[5 + (m_isGru && g == 2 ? 3 : g)];
    }
    double weight(const RecurrenceWeights::Places& places, std::int64_t g, std::int64_t u, std::int64_t k, std::size_t width) const
    {
        return get(m_at.weights, places[gate(g)] + u * static_cast<std::int64_t>(width) + k);
    }
    double bias(const RecurrenceWeights::Places& places, std::int64_t g, std::int64_t u) const
    {
        return places[gate(g)] < 0 ? 0.0 : get(m_at.weights, places[gate(g)] + u);
    }
    double ofInput(std::int64_t g, std::int64_t n, std::int64_t t, std::int64_t u) const
    {
        double sum = bias(m_weights.inputBias, g, u);
        for (std::int64_t c = 0; c < m_setting.inputs; ++c)
            sum += input(n, t, c) * weight(m_weights.ofInput, g, u, c, inputs());
        return sum;
    }
    double ofState(std::int64_t g, std::int64_t n, std::int64_t t, std::int64_t u) const
    {
        double sum = bias(m_weights.stateBias, g, u);
        for (std::int64_t k = 0; k < m_setting.units; ++k)
            sum += before(n, t, k) * weight(m_weights.ofState, g, u, k, units());
        return sum;
    }

    const RecurrenceSetting& m_setting;
    const RecurrenceWeights& m_weights;
    const RecurrenceTensors& m_at;
    double* m_kept;
    bool m_isGru;
    std::vector<double> m_own;
};

bool isAmong(const std::vector<std::string>& names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

} // namespace

RecurrencePlan::RecurrencePlan(std::unique_ptr<Content> content)
    : m_content(std::move(content))
{
}

RecurrencePlan::~RecurrencePlan() = default;
RecurrencePlan::RecurrencePlan(RecurrencePlan&&) noexcept = default;
RecurrencePlan& RecurrencePlan::operator=(RecurrencePlan&&) noexcept = default;

const std::string& RecurrencePlan::name() const
{
    return m_content->name;
}

const RecurrenceWeights& RecurrencePlan::weights() const
{
    return m_content->weights;
}

std::int64_t RecurrencePlan::workspace() const
{
    return 192;
}

std::int64_t RecurrencePlan::reserve() const
{
    const RecurrenceSetting& setting = m_content->setting;
    return setting.training
        ? setting.samples * setting.steps * setting.units * Pass::keptNumbers * static_cast<std::int64_t>(sizeof(double))
        : 0;
}

void RecurrencePlan::forward(Stream&, const RecurrenceTensors& at) const
{
    if (isAmong(test::hostDevice.brokenPlans, m_content->name))
        throw Error(ErrorKind::failed, NS_MESSAGE("cuda.cudnn", "cuDNN refused {0}: {1} ({2})"), "a layer", "no algorithm", "");
    if (isAmong(test::hostDevice.fatalPlans, m_content->name))
        throw Error(ErrorKind::deviceLost, NS_MESSAGE("cuda.cudnn", "cuDNN refused {0}: {1} ({2})"), "a layer", "lost", "");
    std::fill_n(static_cast<std::byte*>(at.workspace), workspace(), std::byte{0xff}); // NaNs: none of our data may be there
    RecurrenceTensors without = at;
    if (!m_content->setting.training)
        without.reserve = nullptr;
    Pass(m_content->setting, m_content->weights, without).forward();
    const bool shakes = isAmong(test::hostDevice.shakyPlans, m_content->name) && ++test::hostDevice.shakes % 2 == 0;
    if (shakes)
        setValue(m_content->setting.type, at.y, 0, valueAt(m_content->setting.type, at.y, 0) * (1.0 + 1e-6));
}

void RecurrencePlan::backwardData(Stream&, const RecurrenceTensors& at) const
{
    std::fill_n(static_cast<std::byte*>(at.workspace), workspace(), std::byte{0xff});
    Pass(m_content->setting, m_content->weights, at).backwardData();
}

void RecurrencePlan::backwardWeights(Stream&, const RecurrenceTensors& at) const
{
    std::fill_n(static_cast<std::byte*>(at.workspace), workspace(), std::byte{0xff});
    Pass(m_content->setting, m_content->weights, at).backwardWeights();
    if (isAmong(test::hostDevice.wrongPlans, m_content->name)) // two gates swapped
        std::swap_ranges(static_cast<float*>(at.weights) + m_content->weights.ofInput[0],
                         static_cast<float*>(at.weights) + m_content->weights.ofInput[0] + 1,
                         static_cast<float*>(at.weights) + m_content->weights.ofInput[1]);
}

std::vector<RecurrencePlan> recurrencePlans(const RecurrenceSetting& setting)
{
    std::vector<RecurrencePlan> plans;
    for (const char* const name : algorithms)
        plans.push_back(*recurrencePlanFrom(setting, name));
    return plans;
}

std::optional<RecurrencePlan> recurrencePlanFrom(const RecurrenceSetting& setting, const std::string& name)
{
    if (std::ranges::find(algorithms, name) == algorithms.end())
        return std::nullopt; // of an older library
    return RecurrencePlan(std::make_unique<RecurrencePlan::Content>(setting, name, weightsOf(setting)));
}

} // namespace netsmith::cuda
