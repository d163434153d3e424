#include "engine/reference/state.h"

#include "engine/backend/guarded.h"
#include "engine/core/byte_ranges.h"

#include <algorithm>

namespace netsmith::reference {
namespace {

bool isOfStatistics(Arena arena)
{
    return arena == Arena::statistics || arena == Arena::staged;
}

const SegmentTable& tableOf(const LogicalPlan& plan, Arena arena)
{
    return isOfStatistics(arena) ? plan.statistics : plan.parameters;
}

} // namespace

ReferenceState::ReferenceState(const LogicalPlan& plan)
{
    std::vector<Arena> arenas{Arena::weights, Arena::gradients, Arena::statistics, Arena::staged};
    constexpr Arena slots[] = {Arena::slot0, Arena::slot1, Arena::slot2};
    if (plan.slots < 0 || plan.slots > static_cast<int>(std::size(slots)))
        throw Error(ErrorKind::failed,
                    NS_MESSAGE("reference.slots", "an optimizer wants {0:slot|slots}, at most {1} are supported"), plan.slots,
                    std::size(slots));
    arenas.insert(arenas.end(), slots, slots + plan.slots);
    if (plan.accumulate > 1)
        arenas.push_back(Arena::held);
    if (plan.averages)
        arenas.push_back(Arena::average);
    for (const Arena arena : arenas)
        m_arenas[arena].resize(static_cast<std::size_t>(tableOf(plan, arena).elements));

    m_control["status"].resize(1);
    m_control["rates"].resize(control::maximumSteps);
    m_control["metrics"].resize(control::maximumSteps * plan.columns.size());
    if (plan.accumulate > 1)
        m_control["held"].resize(1 + plan.sumCount());
    m_control["train/counters"].resize(control::counterCount);
    m_control["evaluate/counters"].resize(control::counterCount);
}

std::span<double> ReferenceState::arenaNumbers(Arena arena, std::int64_t elements)
{
    const auto found = m_arenas.find(arena);
    const std::size_t have = found == m_arenas.end() ? 0 : found->second.size();
    if (static_cast<std::int64_t>(have) != elements)
        throw Error(ErrorKind::failed, NS_MESSAGE("reference.state", "the state's {0} holds {1:number|numbers}, expected {2}"),
                    nameOf(arena), have, elements);
    return have == 0 ? std::span<double>() : std::span(found->second);
}

template <class T>
void ReferenceState::read(Arena arena, std::span<T> out)
{
    std::ranges::transform(arenaNumbers(arena, std::ssize(out)), out.begin(), [](double value) { return static_cast<T>(value); });
}

template <class T>
void ReferenceState::write(Arena arena, std::span<const T> values)
{
    std::ranges::copy(values, arenaNumbers(arena, std::ssize(values)).begin());
}

Expected<void> ReferenceState::readArena(Arena arena, std::span<double> out)
{
    return guarded([&] { read(arena, out); });
}

Expected<void> ReferenceState::writeArena(Arena arena, std::span<const double> values)
{
    return guarded([&] { write(arena, values); });
}

Expected<void> ReferenceState::readArena(Arena arena, std::span<float> out)
{
    return guarded([&] { read(arena, out); });
}

Expected<void> ReferenceState::writeArena(Arena arena, std::span<const float> values)
{
    return guarded([&] { write(arena, values); });
}

std::span<double> ReferenceState::countersOf(std::string_view stream)
{
    const auto found = m_control.find(std::string(stream) + "/counters");
    if (found == m_control.end())
        throw Error(ErrorKind::failed, NS_MESSAGE("reference.stream", "there is no stream \"{0}\"; choose train or evaluate"),
                    stream);
    return found->second;
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
        m_data.insert_or_assign(std::string(tensor), array);
    });
}

std::span<double> ReferenceState::numbersOf(const LogicalPlan& plan, const TensorInfo& info)
{
    if (info.role == Role::control) {
        const std::span<double> numbers = controlNumbers(info.name);
        if (std::ssize(numbers) != info.shape.elements())
            throw Error(ErrorKind::failed, NS_MESSAGE("reference.state", "the state's {0} holds {1:number|numbers}, expected {2}"),
                        info.name, numbers.size(), info.shape.elements());
        return numbers;
    }
    const SegmentTable& table = tableOf(plan, info.arena);
    const std::span<double> arena = arenaNumbers(info.arena, table.elements);
    if (info.role == Role::arena)
        return arena;
    const Segment& segment = table.segments.at(static_cast<std::size_t>(info.segment));
    return arena.subspan(static_cast<std::size_t>(segment.offset), static_cast<std::size_t>(segment.elements()));
}

std::span<double> ReferenceState::controlNumbers(const std::string& name)
{
    const auto found = m_control.find(name);
    if (found == m_control.end())
        throw Error(ErrorKind::failed, NS_MESSAGE("reference.control", "there is no control tensor \"{0}\""), name);
    return found->second;
}

const HostArray* ReferenceState::bound(const std::string& tensor) const
{
    const auto found = m_data.find(tensor);
    return found == m_data.end() ? nullptr : &found->second;
}

std::int64_t ReferenceState::dataBytes() const
{
    std::vector<std::span<const std::byte>> bound;
    for (const auto& [name, array] : m_data)
        bound.push_back(array.all());
    return bytesCovered(std::move(bound));
}

} // namespace netsmith::reference
