#include "engine/cuda/control_block.h"

#include <algorithm>

namespace netsmith::cuda {
namespace {

constexpr std::string_view countersEnd = "/counters";

} // namespace

ControlBlock::ControlBlock(const StateLayout& layout)
{
    constexpr std::int64_t alignment = sizeof(std::int64_t);
    std::int64_t end = 0;
    const auto place = [&](const std::string& name) {
        const int row = layout.find(name);
        m_places.push_back({name, row, end, layout.rows[static_cast<std::size_t>(row)].bytes()});
        end += (m_places.back().bytes + alignment - 1) / alignment * alignment;
    };
    place("rates");
    place("status");
    for (const StateRow& row : layout.rows)
        if (row.name.ends_with(countersEnd))
            place(row.name);
    place("metrics"); // which are only fetched
    m_device = DeviceBytes(end);
    m_host = PinnedBytes(end);
}

const ControlBlock::Place* ControlBlock::placeOf(int row) const
{
    const auto found = std::ranges::find(m_places, row, &Place::row);
    return found == m_places.end() ? nullptr : &*found;
}

std::span<float> ControlBlock::rates() const
{
    return hostNumbers<float>(m_places[0]);
}

std::int32_t& ControlBlock::status() const
{
    return hostNumbers<std::int32_t>(m_places[1]).front();
}

std::span<std::int64_t, control::counterCount> ControlBlock::counters(std::string_view stream) const
{
    const auto isOf = [stream](const Place& place) {
        return place.name.size() == stream.size() + countersEnd.size() && place.name.starts_with(stream);
    };
    return hostNumbers<std::int64_t>(*std::ranges::find_if(m_places, isOf)).first<control::counterCount>();
}

std::span<const float> ControlBlock::metrics() const
{
    return hostNumbers<float>(m_places.back());
}

void ControlBlock::send(Stream& stream) const
{
    stream.toDevice(m_device.data(), m_host.data(), m_places.back().offset);
}

void ControlBlock::fetch(Stream& stream, std::size_t metrics) const
{
    stream.toHost(m_host.data(), m_device.data(), m_places.back().offset + static_cast<std::int64_t>(metrics * sizeof(float)));
}

} // namespace netsmith::cuda
