#pragma once

#include "engine/plan/logical_plan.h"

#include <cstddef>

namespace netsmith {

/// Where a tensor that lives in a state lies, from where its parts lie: `arenaAt(arena)`, `controlAt(name)` and `dataAt(name)`,
/// null for data that is not bound yet. Null for what lives elsewhere.
template <class ArenaAt, class ControlAt, class DataAt>
void* stateAddress(const LogicalPlan& plan, TensorId id, const ArenaAt& arenaAt, const ControlAt& controlAt, const DataAt& dataAt)
{
    const TensorInfo& info = plan.tensor(id);
    switch (info.role) {
    case Role::arena: return arenaAt(info.arena);
    case Role::segment: {
        const bool isStatistic = info.arena == Arena::statistics || info.arena == Arena::staged;
        const SegmentTable& table = isStatistic ? plan.statistics : plan.parameters;
        const std::int64_t offset = table.segments[static_cast<std::size_t>(info.segment)].offset;
        return arenaAt(info.arena) + offset * static_cast<std::int64_t>(sizeof(float));
    }
    case Role::control: return controlAt(info.name);
    case Role::data: return dataAt(info.name);
    case Role::activation:
    case Role::carried:
    case Role::input: break;
    }
    return nullptr;
}

} // namespace netsmith
