#include "engine/backend/lowered_plan.h"

#include "engine/backend/state_rows.h"

#include <algorithm>
#include <map>

namespace netsmith {

std::int64_t PlanLayout::bytesOf(const TensorInfo& info)
{
    return info.shape.elements() * static_cast<std::int64_t>(sizeOf(info.type));
}

PlanLayout::PlanLayout(LogicalPlan plan, const std::vector<std::vector<OpMemory>>& needs, std::int64_t kernelBytes, bool keepAll)
    : m_plan(std::move(plan))
    , m_layout(layOutArena(
          m_plan, [this](TensorId id) { return bytesOf(m_plan.tensor(id)); }, needs, keepAll))
    , m_kernelBytes(kernelBytes)
{
    for (const TensorInfo& info : m_plan.tensors) {
        m_ownOffsets.push_back(m_ownArenaBytes);
        if (info.role == Role::stepScoped || info.role == Role::input)
            m_ownArenaBytes += (bytesOf(info) + 63) / 64 * 64;
    }
}

MemoryUse PlanLayout::memory() const
{
    MemoryUse use = stateMemory(m_plan.state, &StateRow::bytes);
    use.activations = m_layout.activationBytes;
    use.workspace += m_layout.bytes - m_layout.activationBytes + m_ownArenaBytes + m_kernelBytes;
    return use;
}

std::vector<ArenaBuffer> PlanLayout::buffers(int program) const
{
    const auto p = static_cast<std::size_t>(program);
    const std::vector<Op>& ops = m_plan.programs[p].ops;
    std::vector<ArenaBuffer> buffers;
    std::map<TensorId, std::size_t> places; // of a tensor's memory among them
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const int index = static_cast<int>(i);
        const std::string layer = ops[i].origin.empty() ? std::string() : ops[i].origin.front();
        const auto touch = [&](TensorId id) {
            if (id == noTensor || m_plan.tensor(id).role != Role::activation)
                return;
            const TensorId storage = m_layout.storage[static_cast<std::size_t>(id)];
            const auto s = static_cast<std::size_t>(storage);
            const auto [place, isNew] = places.try_emplace(storage, buffers.size());
            if (isNew)
                buffers.push_back(
                    {m_plan.tensor(storage).name, layer, false, index, index, m_layout.tensors[s], m_layout.sizes[s]});
            buffers[place->second].last = index;
        };
        std::ranges::for_each(ops[i].inputs, touch);
        std::ranges::for_each(ops[i].outputs, touch);
        if (const ArenaLayout::Workspace& workspace = m_layout.workspaces[p][i]; workspace.bytes > 0)
            buffers.push_back({std::string(ops[i].spec->name), layer, true, index, index, workspace.offset, workspace.bytes});
    }
    return buffers;
}

LogicalPlan fusedAs(const LogicalPlan& plan, const CompileOptions& options, const FusionOptions& fusion)
{
    return options.fuse ? fuse(plan, fusion) : plan;
}

void throwUnsupported(std::string_view backend, const Op& op)
{
    if (op.origin.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("backend.unsupported_step", "the {1} backend has no kernel for \"{0}\" of the training step"),
                    op.spec->name, backend);
    throw Error(ErrorKind::input, NS_MESSAGE("backend.unsupported", "the {2} backend has no kernel for \"{0}\" of {1}"),
                op.spec->name, op.origin.front(), backend);
}

} // namespace netsmith
