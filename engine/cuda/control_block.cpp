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

ControlBlock::ControlBlock(std::size_t columns)
    : m_device(metricsAt + static_cast<std::int64_t>(control::maximumSteps * std::max<std::size_t>(columns, 1) * sizeof(float)))
    , m_host(m_device.size())
{
}

std::byte* ControlBlock::device(std::string_view tensor) const
{
    if (tensor == "rates")
        return m_device.data();
    if (tensor == "metrics")
        return m_device.data() + metricsAt;
    return m_device.data() + (tensor == "status" ? statusAt : countersAt(tensor));
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
