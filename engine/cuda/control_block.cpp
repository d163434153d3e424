#include "engine/cuda/control_block.h"

#include <algorithm>

namespace netsmith::cuda {
namespace {

// Offsets in bytes; the rates are first, and what is only fetched is last.
constexpr std::int64_t sizeOfCounters = control::counterCount * static_cast<std::int64_t>(sizeof(std::int64_t));
constexpr std::int64_t trainCountersAt = control::maximumSteps * static_cast<std::int64_t>(sizeof(float));
constexpr std::int64_t evaluateCountersAt = trainCountersAt + sizeOfCounters;
constexpr std::int64_t statusAt = evaluateCountersAt + sizeOfCounters;
constexpr std::int64_t metricsAt = statusAt + static_cast<std::int64_t>(sizeof(std::int64_t));

std::int64_t countersAt(std::string_view stream)
{
    return stream.starts_with("train") ? trainCountersAt : evaluateCountersAt;
}

} // namespace

ControlBlock::ControlBlock(const StateLayout& layout)
    : m_places{{{layout.find("rates"), 0},
                {layout.find("train/counters"), trainCountersAt},
                {layout.find("evaluate/counters"), evaluateCountersAt},
                {layout.find("status"), statusAt},
                {layout.find("metrics"), metricsAt}}}
    , m_device(metricsAt + layout.rows[static_cast<std::size_t>(m_places.back().row)].bytes())
    , m_host(m_device.size())
{
}

const ControlBlock::Place* ControlBlock::placeOf(int row) const
{
    const auto found = std::ranges::find(m_places, row, &Place::row);
    return found == m_places.end() ? nullptr : &*found;
}

std::span<float> ControlBlock::rates() const
{
    return {reinterpret_cast<float*>(m_host.data()), control::maximumSteps};
}

std::int32_t& ControlBlock::status() const
{
    return *reinterpret_cast<std::int32_t*>(m_host.data() + statusAt);
}

std::span<std::int64_t, control::counterCount> ControlBlock::counters(std::string_view stream) const
{
    auto* const first = reinterpret_cast<std::int64_t*>(m_host.data() + countersAt(stream));
    return std::span<std::int64_t, control::counterCount>(first, control::counterCount);
}

std::span<const float> ControlBlock::metrics() const
{
    const auto* const first = reinterpret_cast<const float*>(m_host.data() + metricsAt);
    return {first, static_cast<std::size_t>(m_host.size() - metricsAt) / sizeof(float)};
}

void ControlBlock::send(Stream& stream) const
{
    stream.toDevice(m_device.data(), m_host.data(), metricsAt);
}

void ControlBlock::fetch(Stream& stream, std::size_t metrics) const
{
    stream.toHost(m_host.data(), m_device.data(), metricsAt + static_cast<std::int64_t>(metrics * sizeof(float)));
}

} // namespace netsmith::cuda
