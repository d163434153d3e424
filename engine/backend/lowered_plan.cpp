#include "engine/backend/lowered_plan.h"

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
        if (info.role == Role::carried || info.role == Role::input)
            m_ownArenaBytes += (bytesOf(info) + 63) / 64 * 64;
    }
}

MemoryUse PlanLayout::memory() const
{
    MemoryUse use;
    const auto parameterBytes = m_plan.parameters.elements * 4;
    use.weights = parameterBytes + m_plan.statistics.elements * 4;
    use.gradients = parameterBytes;
    use.optimizer = parameterBytes * (m_plan.slots + (m_plan.averages ? 1 : 0));
    use.gradients += m_plan.accumulate > 1 ? parameterBytes : 0;
    use.activations = m_layout.activationBytes;
    const auto columns = static_cast<std::int64_t>(m_plan.columns.size());
    use.workspace = m_layout.bytes - m_layout.activationBytes + m_ownArenaBytes + m_kernelBytes + m_plan.statistics.elements * 4
        + control::maximumSteps * 4 * (1 + columns) + (m_plan.accumulate > 1 ? 4 * (1 + columns) : 0);
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
