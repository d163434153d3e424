#pragma once

#include "engine/backend/backend.h"
#include "engine/plan/memory/arena_layout.h"
#include "engine/plan/passes/fixed_tensors.h"
#include "engine/plan/passes/fusion.h"

#include <concepts>
#include <optional>

namespace netsmith {

/// Kernels that compute once what depends on weights alone, as long as those stay as they are.
template <class Kernel>
concept Prepacking = requires(Kernel& kernel, std::size_t input)
{
    kernel.prepack();
    {
        kernel.prepacks(input)
        } -> std::same_as<bool>;
};

/// A lowered op of a backend whose kernels are of this class, and its memory requirements.
template <class Kernel>
struct Lowered {
    std::unique_ptr<Kernel> kernel; ///< null where nothing runs: a view
    OpMemory memory;
};

/// What the lowering of an op has access to.
struct LoweringContext {
    const LogicalPlan& plan;
    const CompileOptions& options;
    const FixedTensors* fixed = nullptr; ///< null in a backend whose kernels don't prepack

    const TensorInfo& input(const Op& op, std::size_t index) const { return plan.tensor(op.inputs[index]); }
    const TensorInfo& output(const Op& op, std::size_t index) const { return plan.tensor(op.outputs[index]); }
    bool hasInput(const Op& op, std::size_t index) const { return index < op.inputs.size() && op.inputs[index] != noTensor; }
    /// Whether a kernel may prepack the input.
    bool isFixed(const Op& op, std::size_t index) const { return fixed && fixed->contains(op.inputs[index]); }
};

template <class Kernel>
using LowerFunction = Lowered<Kernel> (*)(const LoweringContext& context, const Op& op);

/// The addresses of a fused plan's tensors on a device, and the memory they take.
class PlanLayout {
public:
    /// `needs` has one entry per program and op; `kernelBytes` are the kernels' own.
    PlanLayout(LogicalPlan plan, const std::vector<std::vector<OpMemory>>& needs, std::int64_t kernelBytes, bool keepAll);

    const LogicalPlan& plan() const { return m_plan; }
    const ArenaLayout& layout() const { return m_layout; }
    /// Offset of a step-scoped or input tensor in the executable's own bytes, which are outside the shared arena and the state.
    std::int64_t ownOffset(TensorId id) const { return m_ownOffsets[static_cast<std::size_t>(id)]; }
    std::int64_t ownArenaBytes() const { return m_ownArenaBytes; }
    MemoryUse memory() const;
    /// See `Executable::buffers`.
    std::vector<ArenaBuffer> buffers(int program) const;

    static std::int64_t bytesOf(const TensorInfo& info);

private:
    LogicalPlan m_plan;
    ArenaLayout m_layout;
    std::vector<std::int64_t> m_ownOffsets;
    std::int64_t m_ownArenaBytes = 0;
    std::int64_t m_kernelBytes;
};

/// The plan with fewer ops where the options allow it: those that the backend has kernels for.
LogicalPlan fusedAs(const LogicalPlan& plan, const CompileOptions& options, const FusionOptions& fusion);

[[noreturn]] void throwUnsupported(std::string_view backend, const Op& op);

/// The plan as a backend runs it: fused, lowered, laid out; shared by estimate and compile.
template <class Kernel>
class LoweredPlan {
public:
    struct Step {
        std::unique_ptr<Kernel> kernel; ///< null for a view
        bool prepacks = false; ///< it computes from weights alone, and runs only when those have changed
        std::vector<void*> inputs;
        std::vector<void*> outputs;
    };

    /// `lowering` gives an op's by its name, or null; then `backend.unsupported` is thrown.
    LoweredPlan(const LogicalPlan& plan, const CompileOptions& options, std::string_view backend,
                LowerFunction<Kernel> (*lowering)(std::string_view op), const FusionOptions& fusion = {})
        : m_place(place(fusedAs(plan, options, fusion), options, backend, lowering))
    {
    }

    const PlanLayout& place() const { return m_place; }
    const LogicalPlan& plan() const { return m_place.plan(); }
    std::vector<std::vector<Step>>& programs() { return m_programs; }
    const std::vector<std::vector<Step>>& programs() const { return m_programs; }

private:
    PlanLayout place(LogicalPlan fused, const CompileOptions& options, std::string_view backend,
                     LowerFunction<Kernel> (*lowering)(std::string_view op))
    {
        std::optional<FixedTensors> fixed;
        if constexpr (Prepacking<Kernel>)
            fixed.emplace(fused);
        const LoweringContext context{fused, options, fixed ? &*fixed : nullptr};
        std::vector<std::vector<OpMemory>> needs;
        std::int64_t kernelBytes = 0;
        for (const Program& program : fused.programs) {
            needs.emplace_back();
            m_programs.emplace_back();
            for (const Op& op : program.ops) {
                const LowerFunction<Kernel> lower = lowering(op.spec->name);
                if (!lower)
                    throwUnsupported(backend, op);
                Lowered<Kernel> lowered = lower(context, op);
                needs.back().push_back(std::move(lowered.memory));
                kernelBytes += lowered.kernel ? lowered.kernel->ownedBytes() : 0;
                m_programs.back().push_back({std::move(lowered.kernel), fixed && fixed->makes(op),
                                             std::vector<void*>(op.inputs.size()), std::vector<void*>(op.outputs.size())});
            }
        }
        if constexpr (Prepacking<Kernel>)
            keepFixed(fused, *fixed);
        return PlanLayout(std::move(fused), needs, kernelBytes, options.keepAll);
    }

    /// Gives what is computed once, and read by a run, memory of its own; what is only read while others prepack stays in the
    /// arena.
    void keepFixed(LogicalPlan& plan, const FixedTensors& fixed) const
    {
        std::vector<bool> isView(plan.tensors.size()); // whose memory is that of another tensor
        for (std::size_t p = 0; p < m_programs.size(); ++p)
            for (std::size_t i = 0; i < m_programs[p].size(); ++i) {
                const Op& op = plan.programs[p].ops[i];
                const Step& step = m_programs[p][i];
                if (op.spec->isView)
                    isView[static_cast<std::size_t>(op.outputs[0])] = true;
                else if (step.prepacks)
                    continue;
                for (std::size_t input = 0; input < op.inputs.size(); ++input) {
                    const TensorId id = op.inputs[input];
                    if (!fixed.contains(id) || (step.kernel && step.kernel->prepacks(input))
                        || isView[static_cast<std::size_t>(id)])
                        continue;
                    TensorInfo& info = plan.tensors[static_cast<std::size_t>(id)];
                    if (info.role == Role::activation)
                        info.role = Role::stepScoped;
                }
            }
    }

    std::vector<std::vector<Step>> m_programs; // before the layout, which is made of what they need
    PlanLayout m_place;
};

} // namespace netsmith
