#include "engine/plan/passes/fixed_tensors.h"

#include <algorithm>
#include <set>
#include <utility>

namespace netsmith {
namespace {

/// The segments that a plan's programs write: each with its arena, or −1 for all of an arena.
class WrittenSegments {
public:
    explicit WrittenSegments(const LogicalPlan& plan)
    {
        for (const Program& program : plan.programs)
            for (const Op& op : program.ops)
                for (const TensorId id : op.outputs)
                    if (id != noTensor)
                        add(plan.tensor(id));
    }
    bool contains(const TensorInfo& info) const
    {
        return m_written.contains({info.arena, all}) || m_written.contains({info.arena, info.segment});
    }

private:
    static constexpr int all = -1;

    void add(const TensorInfo& info)
    {
        if (info.role == Role::arena || info.role == Role::segment)
            m_written.emplace(info.arena, info.role == Role::arena ? all : info.segment);
    }
    std::set<std::pair<Arena, int>> m_written;
};

bool isOfWeights(const TensorInfo& info)
{
    return info.role == Role::segment
        && (info.arena == Arena::weights || info.arena == Arena::average || info.arena == Arena::statistics);
}

} // namespace

FixedTensors::FixedTensors(const LogicalPlan& plan)
    : m_fixed(plan.tensors.size())
    , m_made(plan.tensors.size())
{
    const WrittenSegments written(plan);
    for (std::size_t id = 0; id < plan.tensors.size(); ++id)
        m_fixed[id] = isOfWeights(plan.tensors[id]) && !written.contains(plan.tensors[id]);
    const auto isActivation = [&](TensorId id) { return id != noTensor && plan.tensor(id).role == Role::activation; };
    for (const Program& program : plan.programs)
        for (const Op& op : program.ops) {
            const bool fromFixed = std::ranges::all_of(op.inputs, [&](TensorId id) { return id == noTensor || contains(id); })
                && std::ranges::any_of(op.inputs, [&](TensorId id) { return contains(id); });
            if (!fromFixed || op.outputs.empty() || !std::ranges::all_of(op.outputs, isActivation))
                continue;
            for (const TensorId id : op.outputs)
                m_fixed[static_cast<std::size_t>(id)] = m_made[static_cast<std::size_t>(id)] = true;
        }
}

} // namespace netsmith
