#pragma once

#include "engine/backend/host_values.h"
#include "engine/backend/lowered_plan.h"
#include "engine/ops/gather.h"

#include <algorithm>
#include <cmath>

namespace netsmith {

/// The part of an executable over a lowered plan that is the same on every device.
template <class Kernel>
class LoweredExecutable : public Executable {
public:
    /// Throws `state.row` if the state was made for a plan that this one can't share it with.
    LoweredExecutable(LoweredPlan<Kernel> lowered, const StateLayout& state)
        : m_lowered(std::move(lowered))
        , m_rows(rowsIn(state, plan().state))
    {
    }

    int kernelCount(int program) const override
    {
        return static_cast<int>(m_lowered.programs()[static_cast<std::size_t>(program)].size());
    }

    std::vector<KernelInfo> kernels(int program) const override
    {
        std::vector<KernelInfo> out;
        for (int i = 0; i < kernelCount(program); ++i)
            out.push_back(describe(program, i));
        return out;
    }

    std::vector<ArenaBuffer> buffers(int program) const override { return place().buffers(program); }

    Expected<std::optional<KernelInfo>> findNotFinite(int program) override
    {
        for (int i = 0; i < kernelCount(program); ++i) {
            if (auto ran = runOps(program, i, i + 1); !ran)
                return ran.error();
            for (const TensorId id : plan().programs[static_cast<std::size_t>(program)].ops[static_cast<std::size_t>(i)].outputs) {
                const TensorInfo& info = plan().tensor(id);
                std::vector<double> values(static_cast<std::size_t>(info.shape.elements()));
                if (info.role == Role::control || !address(id) || !read(id, values))
                    continue;
                if (std::ranges::any_of(values, [](double value) { return !std::isfinite(value); }))
                    return std::optional(describe(program, i));
            }
        }
        return std::optional<KernelInfo>();
    }

protected:
    const LogicalPlan& plan() const { return m_lowered.plan(); }
    const PlanLayout& place() const { return m_lowered.place(); }
    LoweredPlan<Kernel>& lowered() { return m_lowered; }

    /// A tensor's current address; null for data that is not bound and for what has no bytes.
    virtual void* address(TensorId id) const = 0;
    /// What is bound to a row of the state, or null.
    virtual const HostArray* bound(int row) const = 0;

    /// A tensor's address, given the parts it may lie in: a row of the state, the executable's own and the shared arena.
    template <class RowAt>
    void* addressIn(TensorId id, const RowAt& rowAt, std::byte* own, std::byte* activations) const
    {
        if (id == noTensor)
            return nullptr;
        const TensorId storage = place().layout().storage[static_cast<std::size_t>(id)];
        const TensorInfo& info = plan().tensor(storage);
        if (info.role == Role::stepScoped || info.role == Role::input)
            return own + place().ownOffset(storage);
        if (info.role != Role::activation) {
            std::byte* const row = info.row < 0 ? nullptr : rowAt(rowOf(info));
            return row ? row + plan().offsetInRow(info) * static_cast<std::int64_t>(sizeOf(info.type)) : nullptr;
        }
        const std::int64_t offset = place().layout().tensors[static_cast<std::size_t>(storage)];
        return offset == ArenaLayout::elsewhere ? nullptr : activations + offset;
    }

    /// Checks that the programs exist and that the data they gather is bound as they expect.
    Expected<void> checkPrograms(std::span<const int> programs) const
    {
        for (const int p : programs) {
            if (p < 0 || p >= static_cast<int>(plan().programs.size()))
                return Error(ErrorKind::failed, NS_MESSAGE("backend.program", "the plan has no program {0}"), p);
            for (const Op& op : plan().programs[static_cast<std::size_t>(p)].ops)
                if (op.spec->name == "gather")
                    for (const TensorId input : {op.inputs[0], op.inputs[1]})
                        if (auto checked = checkBound(plan().tensor(input), input == op.inputs[0] ? strideOf(op) : 0); !checked)
                            return checked;
        }
        return {};
    }

    Expected<void> checkLaunch(int steps, std::span<const float> rates, std::span<float> metrics) const
    {
        if (steps < 0 || steps > control::maximumSteps
            || (!rates.empty() && rates.size() != static_cast<std::size_t>(steps * plan().updateGroups))
            || (!metrics.empty() && metrics.size() != static_cast<std::size_t>(steps) * plan().columns.size()))
            return Error(
                ErrorKind::failed,
                NS_MESSAGE("backend.launch", "a launch of {0:step|steps} came with {1:rate|rates} and room for {2:metric|metrics}"),
                steps, rates.size(), metrics.size());
        return {};
    }

    /// Checks that the tensor's bytes are its numbers, and how many there are; `misfit` is the message.
    bool fits(TensorId tensor, std::size_t values) const
    {
        return address(tensor) && !place().layout().opaque[static_cast<std::size_t>(tensor)]
            && plan().tensor(tensor).shape.elements() == static_cast<std::int64_t>(values);
    }
    Error misfit(TensorId tensor, std::size_t values) const
    {
        return Error(ErrorKind::failed, NS_MESSAGE("backend.values", "a tensor of {0} was asked for {1:number|numbers}"),
                     plan().tensor(tensor).shape.text(), values);
    }

    /// Gives every step the current addresses; then `bind(program, op, step, workspace)`.
    template <class Bind>
    void bindAddresses(std::byte* activations, const Bind& bind)
    {
        auto& programs = m_lowered.programs();
        for (std::size_t p = 0; p < programs.size(); ++p)
            for (std::size_t i = 0; i < programs[p].size(); ++i) {
                typename LoweredPlan<Kernel>::Step& step = programs[p][i];
                const Op& op = plan().programs[p].ops[i];
                std::ranges::transform(op.inputs, step.inputs.begin(), [&](TensorId id) { return address(id); });
                std::ranges::transform(op.outputs, step.outputs.begin(), [&](TensorId id) { return address(id); });
                if (step.kernel)
                    bind(p, i, step, activations + place().layout().workspaces[p][i].offset);
            }
    }

private:
    /// The state's row in which a tensor lives.
    int rowOf(const TensorInfo& info) const { return m_rows[static_cast<std::size_t>(info.row)]; }

    static std::int64_t strideOf(const Op& gather) { return gather.as<GatherAttributes>().stride; }

    Expected<void> checkBound(const TensorInfo& info, std::int64_t stride) const
    {
        const HostArray* array = bound(rowOf(info));
        if (!array)
            return Error(ErrorKind::failed, NS_MESSAGE("backend.unbound", "no data is bound to {0}"), info.name);
        if (array->type != info.type || array->sampleElements != info.shape.withoutBatch().elements())
            return Error(
                ErrorKind::input,
                NS_MESSAGE("backend.bound", "{0} is bound to {1:sample|samples} of {2} {3}, the plan expects {4} {5} per sample"),
                info.name, array->count, array->sampleElements, nameOf(array->type), info.shape.withoutBatch().elements(),
                nameOf(info.type));
        if (array->stride != stride)
            return Error(ErrorKind::failed,
                         NS_MESSAGE("backend.stride", "{0} is bound to samples {1} elements apart, the plan expects {2}"),
                         info.name, array->stride, stride);
        return {};
    }

    KernelInfo describe(int program, int index) const
    {
        const Op& op = plan().programs[static_cast<std::size_t>(program)].ops[static_cast<std::size_t>(index)];
        const auto& kernel = m_lowered.programs()[static_cast<std::size_t>(program)][static_cast<std::size_t>(index)].kernel;
        const Cost cost = costOf(op, plan().tensors);
        KernelInfo info{
            std::string(op.spec->name), op.attributes->text(), op.origin, kernel ? kernel->implementation() : "view", cost.flops,
            kernel ? cost.bytes : 0.0};
        if constexpr (requires { kernel->tuned(); })
            if (kernel)
                info.tuned = kernel->tuned();
        return info;
    }

    LoweredPlan<Kernel> m_lowered;
    std::vector<int> m_rows; ///< of the state, one a row of the plan
};

} // namespace netsmith
