#include "engine/cpu/state.h"

#include "engine/backend/guarded.h"
#include "engine/backend/state_address.h"
#include "engine/core/byte_ranges.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace netsmith::cpu {
namespace {

constexpr std::size_t alignment = 64;

} // namespace

void AlignedBytes::Free::operator()(std::byte* data) const
{
    std::free(data);
}

AlignedBytes::AlignedBytes(std::int64_t bytes)
    : m_size(bytes)
{
    if (bytes == 0)
        return;
    const auto rounded = (static_cast<std::size_t>(bytes) + alignment - 1) / alignment * alignment;
    m_data.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, rounded)));
    if (!m_data)
        throw Error(
            ErrorKind::resources,
            NS_MESSAGE("memory.allocate", "not enough memory for {0:byte|bytes}; choose a smaller batch or close other programs"),
            bytes);
    std::memset(m_data.get(), 0, rounded);
}

CpuState::CpuState(const LogicalPlan& plan)
    : m_status(sizeof(std::int32_t))
    , m_rates(control::maximumSteps * sizeof(float))
    , m_held(plan.accumulate > 1 ? static_cast<std::int64_t>((1 + plan.sumCount()) * sizeof(float)) : 0)
    , m_metrics(static_cast<std::int64_t>(control::maximumSteps * std::max<std::size_t>(plan.columns.size(), 1) * sizeof(float)))
    , m_trainCounters(control::counterCount * sizeof(std::int64_t))
    , m_evaluateCounters(control::counterCount * sizeof(std::int64_t))
{
    const auto parameterBytes = static_cast<std::int64_t>(plan.parameters.elements * sizeof(float));
    const auto statisticBytes = static_cast<std::int64_t>(plan.statistics.elements * sizeof(float));
    m_arenas.emplace(Arena::weights, AlignedBytes(parameterBytes));
    m_arenas.emplace(Arena::gradients, AlignedBytes(parameterBytes));
    for (int i = 0; i < plan.slots; ++i)
        m_arenas.emplace(slotArena(i), AlignedBytes(parameterBytes));
    if (plan.accumulate > 1)
        m_arenas.emplace(Arena::held, AlignedBytes(parameterBytes));
    if (plan.averages)
        m_arenas.emplace(Arena::average, AlignedBytes(parameterBytes));
    m_arenas.emplace(Arena::statistics, AlignedBytes(statisticBytes));
    m_arenas.emplace(Arena::staged, AlignedBytes(statisticBytes));
}

template <class T>
Expected<void> CpuState::readAs(Arena arena, std::span<T> out) const
{
    const auto found = m_arenas.find(arena);
    const auto have = found == m_arenas.end() ? 0 : found->second.size() / static_cast<std::int64_t>(sizeof(float));
    if (have != static_cast<std::int64_t>(out.size()))
        return Error(ErrorKind::failed, NS_MESSAGE("state.size", "the arena {0} has {1:element|elements}, {2:was|were} asked for"),
                     nameOf(arena), have, out.size());
    const auto* values = reinterpret_cast<const float*>(found->second.data());
    std::copy(values, values + have, out.begin());
    return {};
}

template <class T>
Expected<void> CpuState::writeAs(Arena arena, std::span<const T> values)
{
    const auto found = m_arenas.find(arena);
    const auto have = found == m_arenas.end() ? 0 : found->second.size() / static_cast<std::int64_t>(sizeof(float));
    if (have != static_cast<std::int64_t>(values.size()))
        return Error(ErrorKind::failed, NS_MESSAGE("state.size", "the arena {0} has {1:element|elements}, {2:was|were} asked for"),
                     nameOf(arena), have, values.size());
    auto* out = reinterpret_cast<float*>(found->second.data());
    for (const T value : values)
        *out++ = static_cast<float>(value);
    return {};
}

Expected<void> CpuState::readArena(Arena arena, std::span<double> out)
{
    return readAs(arena, out);
}

Expected<void> CpuState::writeArena(Arena arena, std::span<const double> values)
{
    return writeAs(arena, values);
}

Expected<void> CpuState::readArena(Arena arena, std::span<float> out)
{
    return readAs(arena, out);
}

Expected<void> CpuState::writeArena(Arena arena, std::span<const float> values)
{
    return writeAs(arena, values);
}

std::int64_t* CpuState::counters(std::string_view stream) const
{
    return reinterpret_cast<std::int64_t*>((stream == "train" ? m_trainCounters : m_evaluateCounters).data());
}

Expected<void> CpuState::readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out)
{
    std::copy_n(counters(stream), control::counterCount, out.begin());
    return {};
}

Expected<void> CpuState::writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values)
{
    std::ranges::copy(values, counters(stream));
    return {};
}

Expected<void> CpuState::bind(std::string_view tensor, const HostArray& array)
{
    if (!array.bytes || array.count < 1)
        return Error(ErrorKind::input, NS_MESSAGE("data.empty", "the field {0} holds no samples"), tensor);
    return guarded([&] {
        m_data.insert_or_assign(std::string(tensor), array);
        ++m_generation;
    });
}

const HostArray* CpuState::bound(std::string_view tensor) const
{
    const auto found = m_data.find(tensor);
    return found == m_data.end() ? nullptr : &found->second;
}

void CpuState::reserve(std::int64_t bytes)
{
    if (bytes <= m_activations.size())
        return;
    m_activations = AlignedBytes(); // first free, then take: the two need not fit together
    ++m_generation;
    m_activations = AlignedBytes(bytes);
}

void* CpuState::address(const LogicalPlan& plan, TensorId id) const
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
        const HostArray* array = bound(name);
        return array ? const_cast<void*>(array->bytes) : nullptr;
    };
    return stateAddress(plan, id, arenaAt, controlAt, dataAt);
}

std::int64_t CpuState::arenaBytes(Arena arena) const
{
    const auto found = m_arenas.find(arena);
    return found == m_arenas.end() ? 0 : found->second.size();
}

std::int64_t CpuState::dataBytes() const
{
    std::vector<std::span<const std::byte>> bound;
    for (const auto& [name, array] : m_data)
        bound.push_back(array.all());
    return bytesCovered(std::move(bound));
}

} // namespace netsmith::cpu
