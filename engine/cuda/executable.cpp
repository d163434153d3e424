#include "engine/cuda/executable.h"

#include "engine/backend/guarded.h"
#include "engine/cuda/device/profiler_range.h"
#include "engine/cuda/device_faults.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string_view>

namespace netsmith::cuda {
namespace {

/// "conv2d of conv2d_1".
std::string nameOf(const Op& op)
{
    std::string name(op.spec->name);
    for (const std::string& node : op.origin)
        name += (&node == &op.origin.front() ? " of " : ", ") + node;
    return name;
}

bool recordsSteps()
{
    const char* const graphs = std::getenv("NETSMITH_CUDA_GRAPHS");
    return !graphs || std::string_view(graphs) != "off";
}

} // namespace

CudaExecutable::CudaExecutable(LoweredPlan lowered, CudaState& state)
    : LoweredExecutable(std::move(lowered), state.layout())
    , m_state(state)
    , m_records(recordsSteps())
    , m_own(place().ownArenaBytes())
{
    m_state.reserve(place().layout().bytes);
    for (const auto& steps : this->lowered().programs())
        m_addresses.emplace_back(steps.size());
}

void* CudaExecutable::address(TensorId id) const
{
    return addressIn(
        id, [this](int row) { return m_state.row(row); }, m_own.data(), m_state.activations());
}

Expected<void> CudaExecutable::ready(std::span<const int> programs)
{
    if (m_generation != m_state.generation()) {
        m_recordings.clear();
        bindAddresses(m_state.activations(),
                      [this](std::size_t program, std::size_t op, LoweredPlan::Step& step, std::byte* workspace) {
                          m_addresses[program][op] = {step.inputs, step.outputs, workspace};
                      });
        m_generation = m_state.generation();
    }
    if (m_state.activationBytes() < place().layout().bytes) // another executable needed more, and all of it was freed
        return memoryError();
    return checkPrograms(programs);
}

void CudaExecutable::enqueue(int program, int first, int last)
{
    const auto p = static_cast<std::size_t>(program);
    const auto& steps = lowered().programs()[p];
    for (auto i = static_cast<std::size_t>(std::max(first, 0)); i < std::min(static_cast<std::size_t>(last), steps.size()); ++i)
        if (steps[i].kernel) {
            const ProfilerRange range(cuda::nameOf(plan().programs[p].ops[i]));
            steps[i].kernel->enqueue(m_state.stream(), m_addresses[p][i]);
        }
}

/// "forward_backward, update: 32 steps".
std::string CudaExecutable::nameOf(std::span<const int> programs, int steps) const
{
    std::string name;
    for (const int program : programs)
        name += (name.empty() ? "" : ", ") + plan().programs[static_cast<std::size_t>(program)].name;
    return name + ": " + std::to_string(steps) + (steps == 1 ? " step" : " steps");
}

/// How many of the remaining steps one recording holds: a power of two, so that few recordings make up any number. Long steps keep
/// the device busy on their own, and a recording's memory grows with its kernels, of which an op may have hundreds.
int CudaExecutable::stepsTogether(std::span<const int> programs, int steps)
{
    constexpr int mostSteps = 32;
    constexpr int mostKernels = 4096;
    if (steps == 1)
        return 1;
    const int most = std::clamp(mostKernels / std::max(recorded(programs, 1).size(), 1), 1, mostSteps);
    return static_cast<int>(std::bit_floor(static_cast<unsigned>(std::min(steps, most))));
}

const Recording& CudaExecutable::recorded(std::span<const int> programs, int steps)
{
    const std::vector<int> key(programs.begin(), programs.end());
    auto& recordings = m_recordings[key];
    if (const auto found = recordings.find(steps); found != recordings.end())
        return found->second;
    const auto record = [this, key, steps] { enqueueSteps(key, steps); };
    return recordings.try_emplace(steps, m_state.stream(), record).first->second;
}

/// All are recorded before the first is launched: a step must not be done and the next then fail for lack of memory to record it.
std::vector<const Recording*> CudaExecutable::recordingsOf(std::span<const int> programs, int steps)
{
    std::vector<const Recording*> launches;
    for (int left = steps; left > 0;) {
        const int together = stepsTogether(programs, left);
        launches.push_back(&recorded(programs, together));
        left -= together;
    }
    return launches;
}

void CudaExecutable::enqueueSteps(std::span<const int> programs, int steps)
{
    for (int i = 0; i < steps; ++i)
        for (const int program : programs)
            enqueue(program, 0, kernelCount(program));
}

Expected<int> CudaExecutable::run(std::span<const int> programs, int steps, std::span<const float> rates, std::span<float> metrics)
{
    return guarded([&]() -> int {
        ready(programs).take();
        checkLaunch(steps, rates, metrics).take();
        const ProfilerRange range(nameOf(programs, steps));
        const std::vector<const Recording*> launches = m_records ? recordingsOf(programs, steps) : std::vector<const Recording*>();
        try {
            m_state.beginLaunch(rates);
            if (!m_records)
                enqueueSteps(programs, steps);
            for (const Recording* launch : launches)
                launch->launch(m_state.stream());
        } catch (...) {
            m_state.breakLaunch();
            throw;
        }
        Expected<void> worked = m_state.workOverlapped();
        const CudaState::Outcome outcome = m_state.endLaunch(metrics);
        std::move(worked).take();
        // From the failed step on nothing was committed, and the launch's counter stopped.
        return outcome.status == control::good ? steps : static_cast<int>(std::max(outcome.trained, outcome.evaluated));
    });
}

Expected<void> CudaExecutable::runOps(int program, int first, int last)
{
    return guarded([&] {
        ready(std::span(&program, 1)).take();
        m_state.begin();
        enqueue(program, first, last);
        m_state.control().fetch(m_state.stream(), 0);
        m_state.stream().wait();
    });
}

Expected<void> CudaExecutable::write(TensorId tensor, std::span<const double> values)
{
    if (!fits(tensor, values.size()))
        return misfit(tensor, values.size());
    return guarded([&] {
        const TensorInfo& info = plan().tensor(tensor);
        std::vector<std::byte> bytes(static_cast<std::size_t>(PlanLayout::bytesOf(info)));
        fromDoubles(info.type, values, bytes.data());
        if (info.role == Role::control) // of which the host has the same bytes
            m_state.control().send(m_state.stream());
        m_state.stream().toDevice(address(tensor), bytes.data(), static_cast<std::int64_t>(bytes.size()));
        if (info.role == Role::control)
            m_state.control().fetch(m_state.stream(), 0);
        m_state.stream().wait();
    });
}

Expected<void> CudaExecutable::read(TensorId tensor, std::span<double> out)
{
    if (!fits(tensor, out.size()))
        return misfit(tensor, out.size());
    return guarded([&] {
        const TensorInfo& info = plan().tensor(tensor);
        std::vector<std::byte> bytes(static_cast<std::size_t>(PlanLayout::bytesOf(info)));
        if (info.role == Role::control)
            m_state.control().send(m_state.stream());
        m_state.stream().toHost(bytes.data(), address(tensor), static_cast<std::int64_t>(bytes.size()));
        m_state.stream().wait();
        toDoubles(info.type, bytes.data(), out);
    });
}

MemoryUse CudaExecutable::memory() const
{
    MemoryUse use = place().memory();
    use.data = m_state.dataBytes();
    return use;
}

} // namespace netsmith::cuda
