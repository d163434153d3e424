#pragma once

#include "engine/reference/call.h"

namespace netsmith::reference {

/// The persistent state, every number a double.
class ReferenceState final : public State {
public:
    explicit ReferenceState(StateLayout layout);

    const StateLayout& layout() const override { return m_layout; }
    DataType numbers() const override { return DataType::f64; }
    Expected<void> readBytes(Arena arena, std::int64_t first, std::span<std::byte> out) override;
    Expected<void> writeBytes(Arena arena, std::int64_t first, std::span<const std::byte> values) override;
    Expected<void> readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out) override;
    Expected<void> writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values) override;
    Expected<void> bind(std::string_view tensor, const HostArray& array) override;

    /// The numbers of a row, whose address is stable; none for data.
    std::span<double> row(int index) { return m_rows[static_cast<std::size_t>(index)]; }
    /// The same for a control row by its name.
    std::span<double> control(std::string_view name);
    /// What is bound to a row of data, or null; the address is stable.
    const HostArray* bound(int row) const;
    std::int64_t dataBytes() const;

private:
    std::span<std::byte> part(Arena arena, std::int64_t first, std::size_t bytes);
    std::span<double> countersOf(std::string_view stream);

    StateLayout m_layout;
    std::vector<std::vector<double>> m_rows;
    std::vector<HostArray> m_bound; ///< of data
};

} // namespace netsmith::reference
