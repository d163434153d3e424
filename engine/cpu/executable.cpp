#include "engine/cpu/executable.h"

#include "engine/backend/guarded.h"
#include "engine/core/parallel.h"
#include "engine/cpu/onednn.h"

namespace netsmith::cpu {

namespace {

/// Whether a tensor is weights, statistics or slots.
bool isOfState(const TensorInfo& info)
{
    return info.role == Role::segment || info.role == Role::arena;
}

bool writesWeights(const LogicalPlan& plan)
{
    const auto isState = [&](TensorId id) { return id != noTensor && isOfState(plan.tensor(id)); };
    return std::ranges::any_of(plan.programs, [&](const Program& program) {
        return std::ranges::any_of(program.ops, [&](const Op& op) { return std::ranges::any_of(op.outputs, isState); });
    });
}

} // namespace

CpuExecutable::CpuExecutable(LoweredPlan lowered, CpuState& state)
    : LoweredExecutable(std::move(lowered), state.layout())
    , m_state(state)
    , m_own(place().ownArenaBytes())
    , m_threads(threadCount())
    , m_writesWeights(writesWeights(plan()))
    , m_prepacked(plan().programs.size())
{
    m_state.reserve(place().layout().bytes);
    // The threads of the parallel loops keep this setting, oneDNN's loops included.
    parallelFor(threadCount(), 1, [](std::int64_t, std::int64_t) {});
}

void* CpuExecutable::address(TensorId id) const
{
    return addressIn(
        id, [this](int row) { return m_state.row(row); }, m_own.data(), m_state.activations());
}

/// Throws if oneDNN failed, before anything is computed from its results or committed.
void CpuExecutable::runKernel(Kernel& kernel)
{
    kernel.run();
    if (m_failure.load(std::memory_order_relaxed) != 0)
        throw takeFailure(m_failure);
}

Expected<void> CpuExecutable::ready(std::span<const int> programs)
{
    if (m_generation != m_state.generation()) {
        bindAddresses(m_state.activations(), [this](std::size_t, std::size_t, LoweredPlan::Step& step, std::byte* workspace) {
            step.kernel->bind({step.inputs, step.outputs, workspace, &m_failure});
        });
        m_generation = m_state.generation();
    }
    useThreads(m_threads);
    if (auto checked = checkPrograms(programs); !checked)
        return checked;
    flushDenormals();
    for (const int program : programs)
        if (m_prepacked[static_cast<std::size_t>(program)] != m_state.weightsVersion())
            prepack(program);
    announceWrites();
    return {};
}

void CpuExecutable::prepack(int program)
{
    const auto p = static_cast<std::size_t>(program);
    for (LoweredPlan::Step& step : lowered().programs()[p]) {
        if (!step.kernel)
            continue;
        step.kernel->prepack();
        if (step.prepacks)
            runKernel(*step.kernel);
    }
    if (m_failure.load(std::memory_order_relaxed) != 0)
        throw takeFailure(m_failure);
    m_prepacked[p] = m_state.weightsVersion();
}

void CpuExecutable::announceWrites()
{
    if (!m_writesWeights)
        return;
    const std::uint64_t before = m_state.weightsVersion();
    m_state.weightsChange();
    std::ranges::replace(m_prepacked, before, m_state.weightsVersion());
}

Expected<int> CpuExecutable::run(std::span<const int> programs, int steps, std::span<const float> rates, std::span<float> metrics)
{
    return guarded([&] { return launch(programs, steps, rates, metrics); });
}

int CpuExecutable::launch(std::span<const int> programs, int steps, std::span<const float> rates, std::span<float> metrics)
{
    ready(programs).take();
    checkLaunch(steps, rates, metrics).take();
    control::placeRates(rates, m_state.rates());
    m_state.status() = control::good;
    for (const char* stream : {"train", "evaluate"})
        m_state.counters(stream)[control::launch] = m_state.counters(stream)[control::rate] = 0;
    int done = 0;
    for (; done < steps && m_state.status() == control::good; ++done)
        for (const int p : programs)
            for (LoweredPlan::Step& step : lowered().programs()[static_cast<std::size_t>(p)])
                if (step.kernel && !step.prepacks)
                    runKernel(*step.kernel);
    if (m_state.status() != control::good)
        --done;
    std::copy_n(m_state.metrics(), std::min(metrics.size(), static_cast<std::size_t>(done) * plan().columns.size()),
                metrics.begin());
    return done;
}

Expected<void> CpuExecutable::runOps(int program, int first, int last)
{
    return guarded([&] {
        ready(std::span(&program, 1)).take();
        auto& steps = lowered().programs()[static_cast<std::size_t>(program)];
        for (int i = std::max(first, 0); i < std::min(last, static_cast<int>(steps.size())); ++i)
            if (Kernel* kernel = steps[static_cast<std::size_t>(i)].kernel.get())
                runKernel(*kernel);
    });
}

Expected<void> CpuExecutable::write(TensorId tensor, std::span<const double> values)
{
    if (!fits(tensor, values.size()))
        return misfit(tensor, values.size());
    if (isOfState(plan().tensor(tensor)))
        m_state.weightsChange();
    fromDoubles(plan().tensor(tensor).type, values, address(tensor));
    return {};
}

Expected<void> CpuExecutable::read(TensorId tensor, std::span<double> out)
{
    if (!fits(tensor, out.size()))
        return misfit(tensor, out.size());
    toDoubles(plan().tensor(tensor).type, address(tensor), out);
    return {};
}

MemoryUse CpuExecutable::memory() const
{
    MemoryUse use = place().memory();
    use.data = m_state.dataBytes();
    return use;
}

} // namespace netsmith::cpu
