#pragma once

#include "engine/reference/call.h"

namespace netsmith::reference {

/// The persistent state, every number a double.
class ReferenceState final : public State {
public:
    explicit ReferenceState(StateLayout layout);

    Expected<void> readArena(Arena arena, std::span<double> out) override;
    Expected<void> writeArena(Arena arena, std::span<const double> values) override;
    Expected<void> readArena(Arena arena, std::span<float> out) override;
    Expected<void> writeArena(Arena arena, std::span<const float> values) override;
    Expected<void> readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out) override;
    Expected<void> writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values) override;
    Expected<void> bind(std::string_view tensor, const HostArray& array) override;

    const StateLayout& layout() const { return m_layout; }
    /// The numbers of a row, whose address is stable; none for data.
    std::span<double> row(int index) { return m_rows[static_cast<std::size_t>(index)]; }
    /// The same for a control row by its name.
    std::span<double> control(std::string_view name);
    /// What is bound to a row of data, or null; the address is stable.
    const HostArray* bound(int row) const;
    std::int64_t dataBytes() const;

private:
    template <class T>
    void read(Arena arena, std::span<T> out);
    template <class T>
    void write(Arena arena, std::span<const T> values);
    std::span<double> arenaNumbers(Arena arena, std::size_t elements);
    std::span<double> countersOf(std::string_view stream);

    StateLayout m_layout;
    std::vector<std::vector<double>> m_rows;
    std::vector<HostArray> m_bound; ///< of data
};

} // namespace netsmith::reference
