#include "engine/cuda/state.h"

#include "engine/backend/guarded.h"
#include "engine/backend/state_address.h"

#include <algorithm>
#include <vector>

namespace netsmith::cuda {
namespace {

constexpr std::int64_t counterBytes = control::counterCount * static_cast<std::int64_t>(sizeof(std::int64_t));

std::int64_t elementsOf(const DeviceBytes* arena)
{
    return arena ? arena->size() / static_cast<std::int64_t>(sizeof(float)) : 0;
}

void expectElements(Arena arena, std::int64_t have, std::size_t asked)
{
    if (have != static_cast<std::int64_t>(asked))
        throw Error(ErrorKind::failed, NS_MESSAGE("state.size", "the arena {0} has {1:element|elements}, {2:was|were} asked for"),
                    nameOf(arena), have, asked);
}

std::int64_t bytesOf(const HostArray& array)
{
    return static_cast<std::int64_t>(array.all().size());
}

} // namespace

CudaState::CudaState(const LogicalPlan& plan)
    : m_status(sizeof(std::int32_t))
    , m_rates(control::maximumSteps * sizeof(float))
    , m_held(plan.accumulate > 1 ? static_cast<std::int64_t>((1 + plan.sumCount()) * sizeof(float)) : 0)
    , m_metrics(static_cast<std::int64_t>(control::maximumSteps * std::max<std::size_t>(plan.columns.size(), 1) * sizeof(float)))
    , m_counters(2 * counterBytes)
{
    const auto parameterBytes = static_cast<std::int64_t>(plan.parameters.elements * sizeof(float));
    const auto statisticBytes = static_cast<std::int64_t>(plan.statistics.elements * sizeof(float));
    m_arenas.emplace(Arena::weights, DeviceBytes(parameterBytes));
    m_arenas.emplace(Arena::gradients, DeviceBytes(parameterBytes));
    for (int i = 0; i < plan.slots; ++i)
        m_arenas.emplace(slotArena(i), DeviceBytes(parameterBytes));
    if (plan.accumulate > 1)
        m_arenas.emplace(Arena::held, DeviceBytes(parameterBytes));
    if (plan.averages)
        m_arenas.emplace(Arena::average, DeviceBytes(parameterBytes));
    m_arenas.emplace(Arena::statistics, DeviceBytes(statisticBytes));
    m_arenas.emplace(Arena::staged, DeviceBytes(statisticBytes));
}

const DeviceBytes* CudaState::arenaOf(Arena arena) const
{
    const auto found = m_arenas.find(arena);
    return found == m_arenas.end() ? nullptr : &found->second;
}

Expected<void> CudaState::readArena(Arena arena, std::span<float> out)
{
    return guarded([&] {
        const DeviceBytes* bytes = arenaOf(arena);
        expectElements(arena, elementsOf(bytes), out.size());
        if (bytes)
            m_stream.toHost(out.data(), bytes->data(), bytes->size());
        m_stream.wait();
    });
}

Expected<void> CudaState::writeArena(Arena arena, std::span<const float> values)
{
    return guarded([&] {
        const DeviceBytes* bytes = arenaOf(arena);
        expectElements(arena, elementsOf(bytes), values.size());
        if (bytes)
            m_stream.toDevice(bytes->data(), values.data(), bytes->size());
        m_stream.wait();
    });
}

Expected<void> CudaState::readArena(Arena arena, std::span<double> out)
{
    std::vector<float> values(out.size());
    if (auto read = readArena(arena, std::span<float>(values)); !read)
        return read;
    std::ranges::copy(values, out.begin());
    return {};
}

Expected<void> CudaState::writeArena(Arena arena, std::span<const double> values)
{
    std::vector<float> rounded(values.size());
    std::ranges::transform(values, rounded.begin(), [](double value) { return static_cast<float>(value); });
    return writeArena(arena, std::span<const float>(rounded));
}

std::int64_t* CudaState::counters(std::string_view stream) const
{
    return reinterpret_cast<std::int64_t*>(m_counters.data() + (stream == "train" ? 0 : counterBytes));
}

Expected<void> CudaState::readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out)
{
    return guarded([&] {
        m_stream.toHost(out.data(), counters(stream), counterBytes);
        m_stream.wait();
    });
}

Expected<void> CudaState::writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values)
{
    return guarded([&] {
        m_stream.toDevice(counters(stream), values.data(), counterBytes);
        m_stream.wait();
    });
}

Expected<void> CudaState::bind(std::string_view tensor, const HostArray& array)
{
    if (!array.bytes || array.count < 1)
        return Error(ErrorKind::input, NS_MESSAGE("data.empty", "the field {0} holds no samples"), tensor);
    return guarded([&] {
        Field& field = m_data[std::string(tensor)];
        if (field.bytes.size() != bytesOf(array)) {
            field.bytes = DeviceBytes(); // first free, then take: the two need not fit together
            ++m_generation;
            field.bytes = DeviceBytes(bytesOf(array));
        }
        field.array = array;
        m_stream.toDevice(field.bytes.data(), array.bytes, field.bytes.size());
        m_stream.wait();
    });
}

const HostArray* CudaState::bound(std::string_view tensor) const
{
    const auto found = m_data.find(tensor);
    return found == m_data.end() || !found->second.bytes.data() ? nullptr : &found->second.array;
}

void CudaState::reserve(std::int64_t bytes)
{
    if (bytes <= m_activations.size())
        return;
    m_activations = DeviceBytes();
    ++m_generation;
    m_activations = DeviceBytes(bytes);
}

void* CudaState::address(const LogicalPlan& plan, TensorId id) const
{
    const auto arenaAt = [this](Arena arena) { return m_arenas.at(arena).data(); };
    const auto controlAt = [this](std::string_view name) -> void* {
        if (name == "status")
            return m_status.data();
        if (name == "rates")
            return m_rates.data();
        if (name == "held")
            return m_held.data();
        if (name == "metrics")
            return m_metrics.data();
        return counters(name.substr(0, name.find('/')));
    };
    const auto dataAt = [this](std::string_view name) -> void* {
        const auto found = m_data.find(name);
        return found == m_data.end() ? nullptr : found->second.bytes.data();
    };
    return stateAddress(plan, id, arenaAt, controlAt, dataAt);
}

void CudaState::beginLaunch(std::span<const float> rates)
{
    if (!rates.empty())
        m_stream.toDevice(m_rates.data(), rates.data(), static_cast<std::int64_t>(rates.size_bytes()));
    m_stream.zero(m_status.data(), m_status.size()); // control::good
    for (const char* stream : {"train", "evaluate"})
        m_stream.zero(counters(stream) + control::launch, sizeof(std::int64_t));
}

CudaState::Outcome CudaState::endLaunch(std::span<float> metrics)
{
    Outcome outcome;
    m_stream.toHost(&outcome.status, m_status.data(), sizeof outcome.status);
    m_stream.toHost(&outcome.trained, counters("train") + control::launch, sizeof outcome.trained);
    m_stream.toHost(&outcome.evaluated, counters("evaluate") + control::launch, sizeof outcome.evaluated);
    if (!metrics.empty())
        m_stream.toHost(metrics.data(), m_metrics.data(), static_cast<std::int64_t>(metrics.size_bytes()));
    m_stream.wait();
    return outcome;
}

std::int64_t CudaState::dataBytes() const
{
    std::int64_t bytes = 0;
    for (const auto& [name, field] : m_data)
        bytes += field.bytes.size();
    return bytes;
}

} // namespace netsmith::cuda
