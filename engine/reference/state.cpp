#include "engine/reference/state.h"

#include "engine/backend/guarded.h"
#include "engine/backend/state_rows.h"
#include "engine/core/byte_ranges.h"

#include <algorithm>

namespace netsmith::reference {

ReferenceState::ReferenceState(StateLayout layout)
    : m_layout(std::move(layout))
    , m_bound(m_layout.rows.size())
{
    for (const StateRow& row : m_layout.rows)
        m_rows.emplace_back(static_cast<std::size_t>(row.elements));
}

std::span<std::byte> ReferenceState::part(Arena arena, std::int64_t first, std::size_t bytes)
{
    const auto count = static_cast<std::int64_t>(bytes / sizeof(double));
    const int index = rowOfPart(m_layout, arena, first, count);
    return index < 0 ? std::span<std::byte>()
                     : std::as_writable_bytes(row(index).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)));
}

Expected<void> ReferenceState::readBytes(Arena arena, std::int64_t first, std::span<std::byte> out)
{
    return guarded([&] { std::ranges::copy(part(arena, first, out.size()), out.begin()); });
}

Expected<void> ReferenceState::writeBytes(Arena arena, std::int64_t first, std::span<const std::byte> values)
{
    return guarded([&] { std::ranges::copy(values, part(arena, first, values.size()).begin()); });
}

std::span<double> ReferenceState::countersOf(std::string_view stream)
{
    const int index = m_layout.find(std::string(stream) + "/counters");
    if (index < 0)
        throw Error(ErrorKind::failed, NS_MESSAGE("reference.stream", "the plan has no counters of \"{0}\""), stream);
    return row(index);
}

Expected<void> ReferenceState::readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out)
{
    return guarded([&] {
        std::ranges::transform(countersOf(stream), out.begin(), [](double value) { return static_cast<std::int64_t>(value); });
    });
}

Expected<void> ReferenceState::writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values)
{
    return guarded([&] {
        std::ranges::transform(values, countersOf(stream).begin(), [](std::int64_t value) { return static_cast<double>(value); });
    });
}

Expected<void> ReferenceState::bind(std::string_view tensor, const HostArray& array)
{
    return guarded([&] {
        if (!array.bytes || array.count < 1 || array.sampleElements < 1)
            throw Error(ErrorKind::input, NS_MESSAGE("reference.empty", "the field \"{0}\" holds no samples"), tensor);
        if (const int row = m_layout.find(tensor); row >= 0)
            m_bound[static_cast<std::size_t>(row)] = array;
    });
}

std::span<double> ReferenceState::control(std::string_view name)
{
    return row(m_layout.find(name));
}

const HostArray* ReferenceState::bound(int row) const
{
    const HostArray& array = m_bound[static_cast<std::size_t>(row)];
    return array.bytes ? &array : nullptr;
}

std::int64_t ReferenceState::dataBytes() const
{
    std::vector<std::span<const std::byte>> bound;
    for (const HostArray& array : m_bound)
        if (array.bytes)
            bound.push_back(array.all());
    return bytesCovered(std::move(bound));
}

} // namespace netsmith::reference
