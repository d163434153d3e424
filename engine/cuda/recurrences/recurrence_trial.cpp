#include "engine/cuda/recurrences/recurrence_trial.h"

#include "engine/backend/lowered_plan.h"
#include "engine/cuda/device/timing.h"
#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/cast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace netsmith::cuda {
namespace {

/// Pseudo-random numbers within ±0.5, the same everywhere.
std::vector<float> madeNumbers(std::int64_t count, std::uint32_t seed, double scale)
{
    std::vector<float> numbers(static_cast<std::size_t>(count));
    std::uint32_t bits = 2654435761u * (seed + 1);
    for (float& number : numbers) { // xorshift: Marsaglia 2003
        bits ^= bits << 13;
        bits ^= bits >> 17;
        bits ^= bits << 5;
        number = static_cast<float>(scale * (bits / 4294967296.0 - 0.5));
    }
    return numbers;
}

std::array<const Op*, 3> opsOf(const RecurrentLayer& layer)
{
    return {layer.forward, layer.backward, layer.backwardWeights};
}

} // namespace

RecurrenceTrial::RecurrenceTrial(const LoweringContext& context, const RecurrentLayer& layer)
    : m_context(context)
    , m_layer(layer)
{
    std::vector<TensorId> made;
    for (const Op* op : opsOf(layer)) {
        if (!op)
            continue;
        for (const TensorId id : op->inputs)
            if (id != noTensor && std::ranges::find(made, id) == made.end() && !m_given.contains(id))
                fill(id);
        made.insert(made.end(), op->outputs.begin(), op->outputs.end());
    }
    const auto& attributes = layer.forward->as<RecurrenceAttributes>();
    for (std::size_t i = 0; i <= attributes.statesAt(); ++i)
        m_results.push_back(layer.forward->outputs[i]);
    if (layer.backward && layer.backward->as<RecurrenceAttributes>().inputGradient)
        m_results.push_back(layer.backward->outputs.back());
    if (layer.backwardWeights)
        m_results.insert(m_results.end(), layer.backwardWeights->outputs.begin(), layer.backwardWeights->outputs.end());
}

/// As wide as a layer's weights and states are: sums of many stay where the cells' functions bend.
void RecurrenceTrial::fill(TensorId id)
{
    const TensorInfo& info = m_context.plan.tensor(id);
    const std::int64_t count = info.shape.elements();
    const auto& inputs = m_layer.forward->inputs;
    const bool isKernel = id == inputs[1] || id == inputs[2];
    const bool isScaled = info.type == DataType::f16 && m_layer.backward && id == m_layer.backward->inputs[0]; // with the loss
    const double scale = isKernel ? 4.0 / std::sqrt(static_cast<double>(info.shape[0])) : isScaled ? 128.0 : 1.0;
    const std::vector<float> numbers = madeNumbers(count, static_cast<std::uint32_t>(id), scale);
    const std::int64_t bytes = count * std::int64_t{sizeof(float)};
    DeviceBytes kept(PlanLayout::bytesOf(info)), room(info.type == DataType::f32 ? 0 : bytes);
    forFloatType(info.type, [&]<class T>(T) {
        if constexpr (std::is_same_v<T, float>) {
            m_stream.toDevice(kept.data(), numbers.data(), bytes);
        } else {
            m_stream.toDevice(room.data(), numbers.data(), bytes);
            kernels::cast(m_stream, reinterpret_cast<const float*>(room.data()), reinterpret_cast<T*>(kept.data()), count);
        }
    });
    m_stream.wait();
    m_given.emplace(id, std::move(kept));
}

std::vector<float> RecurrenceTrial::read(TensorId id, const void* from)
{
    const TensorInfo& info = m_context.plan.tensor(id);
    const std::int64_t count = info.shape.elements(), bytes = count * std::int64_t{sizeof(float)};
    std::vector<float> numbers(static_cast<std::size_t>(count));
    forFloatType(info.type, [&]<class T>(T) {
        if constexpr (std::is_same_v<T, float>) {
            m_stream.toHost(numbers.data(), from, bytes);
            m_stream.wait();
        } else {
            const DeviceBytes room(bytes);
            kernels::cast(m_stream, static_cast<const T*>(from), reinterpret_cast<float*>(room.data()), count);
            m_stream.toHost(numbers.data(), room.data(), bytes);
            m_stream.wait();
        }
    });
    return numbers;
}

RecurrenceTrial::Run::Run(RecurrenceTrial& trial, const RecurrenceAlgorithm& algorithm)
    : m_trial(trial)
{
    const LoweringContext& context = trial.m_context;
    const RecurrentLayer& layer = trial.m_layer;
    for (const auto& [id, bytes] : trial.m_given)
        m_places[id] = bytes.data();
    add(layer.forward, algorithm.forward(context, *layer.forward));
    if (layer.backward)
        add(layer.backward, algorithm.backward(context, *layer.backward));
    if (layer.backwardWeights)
        add(layer.backwardWeights, algorithm.backwardWeights(context, *layer.backwardWeights));
}

void RecurrenceTrial::Run::add(const Op* op, Lowered lowered)
{
    Step step;
    const OpMemory& memory = lowered.memory;
    for (const TensorId id : op->inputs)
        step.inputs.push_back(id == noTensor ? nullptr : m_places.at(id));
    for (int i = 0; i < static_cast<int>(op->outputs.size()); ++i) {
        const TensorId id = op->outputs[static_cast<std::size_t>(i)];
        const auto sameOutput = [&](const auto& entry) { return entry.first == i; };
        if (const auto shared = std::ranges::find_if(memory.inPlace, sameOutput); shared != memory.inPlace.end()) {
            m_places[id] = step.inputs[static_cast<std::size_t>(shared->second)];
        } else {
            const auto sized = std::ranges::find_if(memory.sizes, sameOutput);
            const std::int64_t bytes =
                sized == memory.sizes.end() ? PlanLayout::bytesOf(m_trial.m_context.plan.tensor(id)) : sized->second;
            m_places[id] = m_made.emplace(id, DeviceBytes(bytes)).first->second.data();
        }
        step.outputs.push_back(m_places[id]);
    }
    step.workspace = DeviceBytes(memory.workspace);
    step.kernel = std::move(lowered.kernel);
    m_steps.push_back(std::move(step));
}

void RecurrenceTrial::Run::enqueue()
{
    for (const Step& step : m_steps)
        step.kernel->enqueue(m_trial.m_stream, {step.inputs, step.outputs, step.workspace.data()});
}

RecurrenceTrial::Results RecurrenceTrial::Run::results()
{
    enqueue();
    Results results;
    for (const TensorId id : m_trial.m_results)
        results.push_back(m_trial.read(id, m_places.at(id)));
    return results;
}

double RecurrenceTrial::Run::milliseconds()
{
    return millisecondsOf(m_trial.m_stream, [this] { enqueue(); });
}

bool agree(const RecurrenceSetting& setting, const RecurrenceTrial::Results& own, const RecurrenceTrial::Results& others)
{
    // Of a tensor's length. FP32 rounds to about 1e-6 of it; TF32 in its place would be at 3e-4.
    const double most = setting.type != DataType::f32 ? 0.05 : setting.tensorFloat ? 0.01 : 1e-4;
    return std::ranges::equal(own, others, [&](const auto& a, const auto& b) {
        double apart = 0.0, length = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            apart += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
            length += std::pow(static_cast<double>(a[i]), 2);
        }
        return apart <= most * most * length; // false of a NaN
    });
}

} // namespace netsmith::cuda
