#include "engine/cpu/executable.h"

#include "engine/core/bfloat16.h"
#include "engine/core/parallel.h"
#include "engine/plan/fusion.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace netsmith::cpu {

std::int64_t LoweredPlan::bytesOf(const TensorInfo& info)
{
    return info.shape.elements() * static_cast<std::int64_t>(sizeOf(info.type));
}

LoweredPlan::LoweredPlan(const LogicalPlan& plan, const CompileOptions& options)
    : m_plan(options.fuse ? fuse(plan, FusionOptions{}) : plan)
{
    const LoweringContext context{m_plan};
    std::vector<std::vector<OpMemory>> needs;
    for (const Program& program : m_plan.programs) {
        needs.emplace_back();
        m_programs.emplace_back();
        for (const Op& op : program.ops) {
            const LowerFunction lower = lowering(op.spec->name);
            if (!lower)
                throw Error(
                    ErrorKind::input,
                    op.origin.empty()
                        ? NS_MESSAGE("backend.unsupported_step", "the cpu backend has no kernel for \"{0}\" of the training step")
                        : NS_MESSAGE("backend.unsupported", "the cpu backend has no kernel for \"{0}\" of {1}"),
                    op.spec->name, op.origin.empty() ? std::string() : op.origin.front());
            Lowered lowered = lower(context, op);
            needs.back().push_back(std::move(lowered.memory));
            Step step;
            step.kernel = std::move(lowered.kernel);
            step.inputs.resize(op.inputs.size());
            step.outputs.resize(op.outputs.size());
            m_ownedBytes += step.kernel ? step.kernel->ownedBytes() : 0;
            m_programs.back().push_back(std::move(step));
        }
    }
    m_layout = layOutArena(
        m_plan, [&](TensorId id) { return bytesOf(m_plan.tensor(id)); }, needs, options.keepAll);
    for (const TensorInfo& info : m_plan.tensors) {
        m_ownOffsets.push_back(m_ownArenaBytes);
        if (info.role == Role::carried || info.role == Role::input)
            m_ownArenaBytes += (bytesOf(info) + 63) / 64 * 64;
    }
    m_ownedBytes += m_ownArenaBytes;
}

MemoryUse LoweredPlan::memory() const
{
    MemoryUse use;
    const auto parameterBytes = m_plan.parameters.elements * 4;
    use.weights = parameterBytes + m_plan.statistics.elements * 4;
    use.gradients = parameterBytes;
    use.optimizer = parameterBytes * m_plan.slots;
    use.activations = m_layout.activationBytes;
    use.workspace = m_layout.bytes - m_layout.activationBytes + m_ownedBytes + m_plan.statistics.elements * 4
        + control::maximumSteps * 4 * (1 + static_cast<std::int64_t>(m_plan.columns.size()));
    return use;
}

CpuExecutable::CpuExecutable(LoweredPlan lowered, CpuState& state)
    : m_lowered(std::move(lowered))
    , m_state(state)
    , m_own(m_lowered.ownArenaBytes())
{
    m_state.reserve(m_lowered.layout().bytes);
    // The threads of the parallel loops keep this setting, oneDNN's loops included.
    parallelFor(threadCount(), 1, [](std::int64_t, std::int64_t) {});
}

void* CpuExecutable::address(TensorId id) const
{
    if (id == noTensor)
        return nullptr;
    const TensorId storage = m_lowered.layout().storage[static_cast<std::size_t>(id)];
    const TensorInfo& info = m_lowered.plan().tensor(storage);
    if (info.role == Role::carried || info.role == Role::input)
        return m_own.data() + m_lowered.ownOffset(storage);
    if (info.role != Role::activation)
        return m_state.address(m_lowered.plan(), storage);
    const std::int64_t offset = m_lowered.layout().tensors[static_cast<std::size_t>(storage)];
    return offset == ArenaLayout::elsewhere ? nullptr : m_state.activations() + offset;
}

void CpuExecutable::bindAddresses()
{
    auto& programs = m_lowered.programs();
    for (std::size_t p = 0; p < programs.size(); ++p)
        for (std::size_t i = 0; i < programs[p].size(); ++i) {
            LoweredPlan::Step& step = programs[p][i];
            const Op& op = m_lowered.plan().programs[p].ops[i];
            std::ranges::transform(op.inputs, step.inputs.begin(), [&](TensorId id) { return address(id); });
            std::ranges::transform(op.outputs, step.outputs.begin(), [&](TensorId id) { return address(id); });
            if (step.kernel)
                step.kernel->bind({step.inputs, step.outputs, m_state.activations() + m_lowered.layout().workspaces[p][i]});
        }
    m_generation = m_state.generation();
}

Expected<void> CpuExecutable::ready(std::span<const int> programs)
{
    if (m_generation != m_state.generation())
        bindAddresses();
    for (const int p : programs) {
        if (p < 0 || p >= static_cast<int>(m_lowered.plan().programs.size()))
            return Error(ErrorKind::failed, NS_MESSAGE("backend.program", "the plan has no program {0}"), p);
        for (const Op& op : m_lowered.plan().programs[static_cast<std::size_t>(p)].ops) {
            if (op.spec->name != "gather")
                continue;
            const TensorInfo& field = m_lowered.plan().tensor(op.inputs[0]);
            const TensorInfo& order = m_lowered.plan().tensor(op.inputs[1]);
            for (const TensorInfo* info : {&field, &order}) {
                const HostArray* array = m_state.bound(info->name);
                if (!array)
                    return Error(ErrorKind::failed, NS_MESSAGE("backend.unbound", "no data is bound to {0}"), info->name);
                if (array->type != info->type || array->sampleElements != info->shape.withoutBatch().elements())
                    return Error(ErrorKind::input,
                                 NS_MESSAGE("backend.bound",
                                            "{0} is bound to {1:sample|samples} of {2} {3}, the plan expects {4} {5} a sample"),
                                 info->name, array->count, array->sampleElements, nameOf(array->type),
                                 info->shape.withoutBatch().elements(), nameOf(info->type));
            }
        }
    }
    return {};
}

Expected<int> CpuExecutable::run(std::span<const int> programs, int steps, std::span<const float> rates, std::span<float> metrics)
{
    if (auto prepared = ready(programs); !prepared)
        return prepared.error();
    const std::size_t columns = m_lowered.plan().columns.size();
    if (steps < 0 || steps > control::maximumSteps || (!rates.empty() && rates.size() != static_cast<std::size_t>(steps))
        || (!metrics.empty() && metrics.size() != static_cast<std::size_t>(steps) * columns))
        return Error(
            ErrorKind::failed,
            NS_MESSAGE("backend.launch", "a launch of {0:step|steps} came with {1:rate|rates} and room for {2:metric|metrics}"),
            steps, rates.size(), metrics.size());
    flushDenormals();
    std::ranges::copy(rates, m_state.rates());
    m_state.status() = control::good;
    for (const char* stream : {"train", "evaluate"})
        m_state.counters(stream)[control::launch] = 0;
    int done = 0;
    for (; done < steps && m_state.status() == control::good; ++done)
        for (const int p : programs)
            for (LoweredPlan::Step& step : m_lowered.programs()[static_cast<std::size_t>(p)])
                if (step.kernel)
                    step.kernel->run();
    if (m_state.status() != control::good)
        --done;
    std::copy_n(m_state.metrics(), std::min(metrics.size(), static_cast<std::size_t>(done) * columns), metrics.begin());
    return done;
}

Expected<void> CpuExecutable::runOps(int program, int first, int last)
{
    if (auto prepared = ready(std::span(&program, 1)); !prepared)
        return prepared;
    flushDenormals();
    auto& steps = m_lowered.programs()[static_cast<std::size_t>(program)];
    for (int i = std::max(first, 0); i < std::min(last, static_cast<int>(steps.size())); ++i)
        if (Kernel* kernel = steps[static_cast<std::size_t>(i)].kernel.get())
            kernel->run();
    return {};
}

int CpuExecutable::kernelCount(int program) const
{
    return static_cast<int>(m_lowered.programs()[static_cast<std::size_t>(program)].size());
}

namespace {

/// Calls `body(T*)` with the tensor's element type.
template <class F>
void withType(DataType type, void* data, F body)
{
    switch (type) {
    case DataType::f64: return body(static_cast<double*>(data));
    case DataType::f32: return body(static_cast<float*>(data));
    case DataType::bf16: return body(static_cast<BFloat16*>(data));
    case DataType::i64: return body(static_cast<std::int64_t*>(data));
    case DataType::i32: return body(static_cast<std::int32_t*>(data));
    case DataType::u8: return body(static_cast<std::uint8_t*>(data));
    case DataType::f16: return;
    }
}

} // namespace

Expected<void> CpuExecutable::write(TensorId tensor, std::span<const double> values)
{
    const TensorInfo& info = m_lowered.plan().tensor(tensor);
    void* data = address(tensor);
    if (!data || info.shape.elements() != static_cast<std::int64_t>(values.size()))
        return Error(ErrorKind::failed, NS_MESSAGE("backend.write", "a tensor of {0} was given {1:number|numbers}"),
                     info.shape.text(), values.size());
    withType(info.type, data, [&]<class T>(T* out) {
        for (const double value : values)
            *out++ = static_cast<T>(value);
    });
    return {};
}

Expected<void> CpuExecutable::read(TensorId tensor, std::span<double> out)
{
    const TensorInfo& info = m_lowered.plan().tensor(tensor);
    void* data = address(tensor);
    if (!data || info.shape.elements() != static_cast<std::int64_t>(out.size()))
        return Error(ErrorKind::failed, NS_MESSAGE("backend.read", "a tensor of {0} was read into {1:number|numbers}"),
                     info.shape.text(), out.size());
    withType(info.type, data, [&]<class T>(const T* in) {
        for (double& value : out)
            value = static_cast<double>(*in++);
    });
    return {};
}

MemoryUse CpuExecutable::memory() const
{
    MemoryUse use = m_lowered.memory();
    use.data = m_state.dataBytes();
    return use;
}

KernelInfo CpuExecutable::describe(int program, int index) const
{
    const Op& op = m_lowered.plan().programs[static_cast<std::size_t>(program)].ops[static_cast<std::size_t>(index)];
    const auto& kernel = m_lowered.programs()[static_cast<std::size_t>(program)][static_cast<std::size_t>(index)].kernel;
    const Cost cost = costOf(op, m_lowered.plan().tensors);
    return {std::string(op.spec->name), op.attributes->text(), op.origin, kernel ? kernel->implementation() : "view", cost.flops,
            kernel ? cost.bytes : 0.0};
}

std::vector<KernelInfo> CpuExecutable::kernels(int program) const
{
    std::vector<KernelInfo> out;
    for (int i = 0; i < kernelCount(program); ++i)
        out.push_back(describe(program, i));
    return out;
}

Expected<std::optional<KernelInfo>> CpuExecutable::findNotFinite(int program)
{
    for (int i = 0; i < kernelCount(program); ++i) {
        if (auto ran = runOps(program, i, i + 1); !ran)
            return ran.error();
        for (const TensorId id :
             m_lowered.plan().programs[static_cast<std::size_t>(program)].ops[static_cast<std::size_t>(i)].outputs) {
            const TensorInfo& info = m_lowered.plan().tensor(id);
            std::vector<double> values(static_cast<std::size_t>(info.shape.elements()));
            if (info.role == Role::control || !address(id) || !read(id, values))
                continue;
            if (std::ranges::any_of(values, [](double value) { return !std::isfinite(value); }))
                return std::optional(describe(program, i));
        }
    }
    return std::optional<KernelInfo>();
}

} // namespace netsmith::cpu
