#include "engine/plan/memory/state_layout.h"

#include "engine/core/error.h"
#include "engine/ops/control.h"
#include "engine/plan/logical_plan.h"

#include <algorithm>

namespace netsmith {
namespace {

/// The properties of an arena, independent of the plan.
struct ArenaFacts {
    Arena arena;
    Lifetime lifetime;
    MemoryClass memory;
};

/// States allocate their rows in this order: what an update reads and writes together is adjacent.
constexpr ArenaFacts arenas[]{
    {Arena::weights, Lifetime::run, MemoryClass::weights},    {Arena::gradients, Lifetime::step, MemoryClass::gradients},
    {Arena::slot0, Lifetime::run, MemoryClass::optimizer},    {Arena::slot1, Lifetime::run, MemoryClass::optimizer},
    {Arena::slot2, Lifetime::run, MemoryClass::optimizer},    {Arena::accumulated, Lifetime::step, MemoryClass::gradients},
    {Arena::average, Lifetime::run, MemoryClass::optimizer},  {Arena::statistics, Lifetime::run, MemoryClass::weights},
    {Arena::staged, Lifetime::batch, MemoryClass::workspace},
};

class LayoutMaker {
public:
    explicit LayoutMaker(LogicalPlan& plan)
        : m_plan(plan)
    {
        m_plan.state.rows.clear();
        for (TensorInfo& info : m_plan.tensors)
            info.row = -1;
    }

    void make()
    {
        touchTensors();
        addControl("status", 1, DataType::i32, Lifetime::launch);
        addControl("rates", control::maximumSteps * m_plan.updateGroups, DataType::f32, Lifetime::launch);
        addControl("metrics", control::maximumSteps * std::ssize(m_plan.columns), DataType::f32, Lifetime::launch);
        for (const char* const stream : {"train/counters", "evaluate/counters"})
            addControl(stream, control::counterCount, DataType::i64, Lifetime::run);
        for (int group = 0; m_plan.countsGroups && group < m_plan.updateGroups; ++group)
            addControl(groupStream(group) + "/counters", control::counterCount, DataType::i64, Lifetime::run);
        addTouched(Role::control, Lifetime::step, MemoryClass::workspace);
        for (const ArenaFacts& facts : arenas)
            addArena(facts);
        addTouched(Role::data, Lifetime::session, MemoryClass::data);
        for (StateRow& row : m_plan.state.rows)
            std::ranges::sort(row.programs);
    }

private:
    /// Which programs touch each tensor.
    void touchTensors()
    {
        m_programs.resize(m_plan.tensors.size());
        for (int p = 0; p < static_cast<int>(m_plan.programs.size()); ++p)
            for (const Op& op : m_plan.programs[static_cast<std::size_t>(p)].ops)
                for (const auto* ids : {&op.inputs, &op.outputs})
                    for (const TensorId id : *ids)
                        if (id != noTensor)
                            addOnce(m_programs[static_cast<std::size_t>(id)], p);
    }

    static void addOnce(std::vector<int>& programs, int program)
    {
        if (std::ranges::find(programs, program) == programs.end())
            programs.push_back(program);
    }

    /// Puts the tensors that a test accepts into the next row, including those accessed only through a view; false if no program
    /// touches any of them.
    template <class Test>
    bool claim(StateRow& row, const Test& isOfRow)
    {
        for (std::size_t i = 0; i < m_plan.tensors.size(); ++i)
            if (isOfRow(m_plan.tensors[i]))
                for (const int program : m_programs[i])
                    addOnce(row.programs, program);
        if (row.programs.empty())
            return false;
        for (TensorInfo& info : m_plan.tensors)
            if (isOfRow(info))
                info.row = static_cast<int>(m_plan.state.rows.size());
        return true;
    }

    void addArena(const ArenaFacts& facts)
    {
        StateRow row{.name = std::string(nameOf(facts.arena)),
                     .arena = facts.arena,
                     .elements = m_plan.tableOf(facts.arena).elements,
                     .lifetime = facts.lifetime,
                     .memory = facts.memory};
        const auto isOfArena = [&](const TensorInfo& info) {
            return (info.role == Role::arena || info.role == Role::segment) && info.arena == facts.arena;
        };
        if (claim(row, isOfArena))
            m_plan.state.rows.push_back(std::move(row));
    }

    void addControl(std::string name, std::int64_t elements, DataType type, Lifetime lifetime)
    {
        StateRow row{.name = std::move(name), .role = Role::control, .elements = elements, .type = type, .lifetime = lifetime};
        claim(row, [&](const TensorInfo& info) { return info.role == Role::control && info.name == row.name; });
        m_plan.state.rows.push_back(std::move(row));
    }

    /// Those of a role that have no row yet, one per name.
    void addTouched(Role role, Lifetime lifetime, MemoryClass memory)
    {
        for (std::size_t i = 0; i < m_plan.tensors.size(); ++i) {
            const TensorInfo first = m_plan.tensors[i];
            if (first.role != role || first.row >= 0 || m_programs[i].empty())
                continue;
            StateRow row{.name = first.name,
                         .role = role,
                         .elements = role == Role::data ? 0 : first.shape.elements(),
                         .type = first.type,
                         .lifetime = lifetime,
                         .memory = memory};
            claim(row, [&](const TensorInfo& info) { return info.role == role && info.name == row.name; });
            m_plan.state.rows.push_back(std::move(row));
        }
    }

    LogicalPlan& m_plan;
    std::vector<std::vector<int>> m_programs; ///< of each tensor
};

} // namespace

int StateLayout::find(Arena arena) const
{
    const auto found = std::ranges::find(rows, arena, &StateRow::arena);
    return arena == Arena::none || found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

int StateLayout::find(std::string_view name) const
{
    const auto found = std::ranges::find(rows, name, &StateRow::name);
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

void layOutState(LogicalPlan& plan)
{
    LayoutMaker(plan).make();
}

std::vector<int> rowsIn(const StateLayout& state, const StateLayout& plan)
{
    std::vector<int> indices;
    for (const StateRow& row : plan.rows) {
        const int index = state.find(row.name);
        const std::int64_t there = index < 0 ? -1 : state.rows[static_cast<std::size_t>(index)].elements;
        // Rates and metrics are placed by each launch, from the start of their rows.
        if (row.lifetime == Lifetime::launch ? there < row.elements : there != row.elements)
            throw Error(ErrorKind::failed,
                        NS_MESSAGE("state.row", "the state was made for another plan: it has no \"{0}\" of {1:element|elements}"),
                        row.name, row.elements);
        indices.push_back(index);
    }
    return indices;
}

} // namespace netsmith
