#include "engine/backend/lowered_plan.h"

#include "engine/backend/state_rows.h"

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
