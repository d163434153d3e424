#include "engine/cpu/state.h"

#include "engine/backend/guarded.h"
#include "engine/backend/state_rows.h"
#include "engine/core/byte_ranges.h"

#include <algorithm>

namespace netsmith::cpu {
CpuState::CpuState(StateLayout layout)
    : m_layout(std::move(layout))
    , m_bound(m_layout.rows.size())
{
    for (const StateRow& row : m_layout.rows)
        m_rows.emplace_back(row.bytes());
    m_status = control<std::int32_t>("status");
    const StateRow& rates = m_layout.rows[static_cast<std::size_t>(m_layout.find("rates"))];
    m_rates = {control<float>(rates.name), static_cast<std::size_t>(rates.elements)};
    m_metrics = control<float>("metrics");
    m_trainCounters = control<std::int64_t>("train/counters");
    m_evaluateCounters = control<std::int64_t>("evaluate/counters");
}

template <class T>
T* CpuState::control(std::string_view name) const
{
    return reinterpret_cast<T*>(row(m_layout.find(name)));
}

std::int64_t* CpuState::counters(std::string_view stream) const
{
    return stream == "train"   ? m_trainCounters
        : stream == "evaluate" ? m_evaluateCounters
                               : control<std::int64_t>(std::string(stream) + "/counters");
}

std::span<std::byte> CpuState::part(Arena arena, std::int64_t first, std::size_t bytes) const
{
    const int index = rowOfPart(m_layout, arena, first, static_cast<std::int64_t>(bytes / sizeof(float)));
    return index < 0 ? std::span<std::byte>() : std::span(row(index) + first * static_cast<std::int64_t>(sizeof(float)), bytes);
}

Expected<void> CpuState::readBytes(Arena arena, std::int64_t first, std::span<std::byte> out)
{
    return guarded([&] { std::ranges::copy(part(arena, first, out.size()), out.begin()); });
}

Expected<void> CpuState::writeBytes(Arena arena, std::int64_t first, std::span<const std::byte> values)
{
    return guarded([&] {
        weightsChange();
        std::ranges::copy(values, part(arena, first, values.size()).begin());
    });
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
    if (const int row = m_layout.find(tensor); row >= 0) {
        m_bound[static_cast<std::size_t>(row)] = array;
        ++m_generation;
    }
    return {};
}

const HostArray* CpuState::bound(int row) const
{
    const HostArray& array = m_bound[static_cast<std::size_t>(row)];
    return array.bytes ? &array : nullptr;
}

void CpuState::reserve(std::int64_t bytes)
{
    if (bytes <= m_activations.size())
        return;
    m_activations = AlignedBytes(); // first free, then take: the two need not fit together
    ++m_generation;
    m_activations = AlignedBytes(bytes);
}

std::byte* CpuState::row(int index) const
{
    const HostArray* array = bound(index);
    return array ? static_cast<std::byte*>(const_cast<void*>(array->bytes)) : m_rows[static_cast<std::size_t>(index)].data();
}

std::int64_t CpuState::dataBytes() const
{
    std::vector<std::span<const std::byte>> bound;
    for (const HostArray& array : m_bound)
        if (array.bytes)
            bound.push_back(array.all());
    return bytesCovered(std::move(bound));
}

} // namespace netsmith::cpu
