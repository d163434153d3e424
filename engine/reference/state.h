#pragma once

#include "engine/reference/call.h"

#include <map>

namespace netsmith::reference {

/// What lasts beyond a step, every number a double.
class ReferenceState final : public State {
public:
    explicit ReferenceState(const LogicalPlan& plan);

    Expected<void> readArena(Arena arena, std::span<double> out) override;
    Expected<void> writeArena(Arena arena, std::span<const double> values) override;
    Expected<void> readArena(Arena arena, std::span<float> out) override;
    Expected<void> writeArena(Arena arena, std::span<const float> values) override;
    Expected<void> readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out) override;
    Expected<void> writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values) override;
    Expected<void> bind(std::string_view tensor, const HostArray& array) override;

    /// The numbers of an arena, a segment or a control tensor, which stay where they are; throws `reference.state` for what the
    /// plan that this state was made of does not have.
    std::span<double> numbersOf(const LogicalPlan& plan, const TensorInfo& info);
    /// A control tensor by its name.
    std::span<double> controlNumbers(const std::string& name);
    /// What is bound to a data tensor, or null; the address stays.
    const HostArray* bound(const std::string& tensor) const;
    std::int64_t dataBytes() const;

private:
    template <class T>
    void read(Arena arena, std::span<T> out);
    template <class T>
    void write(Arena arena, std::span<const T> values);
    std::span<double> arenaNumbers(Arena arena, std::int64_t elements);
    std::span<double> countersOf(std::string_view stream);

    std::map<Arena, std::vector<double>> m_arenas;
    std::map<std::string, std::vector<double>> m_control;
    std::map<std::string, HostArray> m_data;
};

} // namespace netsmith::reference
