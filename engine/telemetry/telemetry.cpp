#include "engine/telemetry/telemetry.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace netsmith::telemetry {
namespace {

/// The beginning of a small file; empty where it can't be read.
std::string textOf(const std::filesystem::path& path)
{
    std::string text(1 << 16, '\0'); // everything needed is at the beginning, even on a machine with hundreds of cores
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return {};
    std::size_t size = 0;
    for (ssize_t count = 1; count > 0 && size<text.size(); size += count> 0 ? static_cast<std::size_t>(count) : 0)
        count = read(file, text.data() + size, text.size() - size);
    close(file);
    text.resize(size);
    return text;
}

} // namespace

Telemetry::Telemetry(TelemetrySources sources)
    : m_sources(std::move(sources))
    , m_nvml(m_sources.nvml.c_str())
{
}

Sample Telemetry::sample()
{
    Sample sample;
    sampleProcessor(sample);
    sample.processMemory = residentBytesFrom(textOf(m_sources.proc / "self/status"));
    if (const auto memory = systemMemoryFrom(textOf(m_sources.proc / "meminfo"))) {
        sample.memoryTotal = memory->total;
        sample.memoryAvailable = memory->available;
        sample.memoryUsed = memory->total - memory->available;
    }
    sample.gpus = m_nvml.sample();
    return sample;
}

void Telemetry::sampleProcessor(Sample& sample)
{
    constexpr std::uint64_t fewTicks = 10; // a core; a tick is a hundredth of a second
    const auto cpu = cpuTicksFrom(textOf(m_sources.proc / "stat"));
    const auto process = processTicksFrom(textOf(m_sources.proc / "self/stat"));
    if (!cpu) {
        m_cpu.reset();
        m_processCpu.reset();
        m_systemCpu.reset();
        return;
    }
    sample.cores = cpu->cores;
    const std::uint64_t passed = m_cpu && cpu->total > m_cpu->total ? cpu->total - m_cpu->total : 0;
    if (!m_cpu || passed >= fewTicks * static_cast<std::uint64_t>(cpu->cores)) {
        const auto share = [&](std::uint64_t now, std::uint64_t before) {
            const double ticks = now > before ? static_cast<double>(now - before) : 0.0;
            return std::min(100.0, 100.0 * ticks / static_cast<double>(passed));
        };
        m_systemCpu = m_cpu ? std::optional(share(cpu->busy, m_cpu->busy)) : std::nullopt;
        m_processCpu = m_cpu && m_process && process ? std::optional(share(*process, *m_process)) : std::nullopt;
        m_cpu = cpu;
        m_process = process;
    }
    sample.systemCpu = m_systemCpu;
    sample.processCpu = m_processCpu;
    if (m_processCpu)
        sample.processCpuOfOne = *m_processCpu * cpu->cores;
}

} // namespace netsmith::telemetry
