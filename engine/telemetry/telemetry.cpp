#include "engine/telemetry/telemetry.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace netsmith::telemetry {
namespace {

constexpr std::uint64_t fewTicks = 10; ///< of a core, too few for percentages; a tick is a hundredth of a second
constexpr double leastSeconds = 0.1; ///< between two readings that power is computed from: counters change every millisecond

double steadySeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

Telemetry::Telemetry(TelemetrySources sources)
    : m_sources(std::move(sources))
    , m_nvml(m_sources.nvml.c_str())
    , m_rapl(m_sources.sys)
{
    if (!m_sources.clock)
        m_sources.clock = steadySeconds;
}

Sample Telemetry::sample()
{
    Sample sample;
    sampleProcessor(sample);
    sample.processMemory = residentBytesFrom(sensorText(m_sources.proc / "self/status"));
    if (const auto memory = systemMemoryFrom(sensorText(m_sources.proc / "meminfo"))) {
        sample.memoryTotal = memory->total;
        sample.memoryAvailable = memory->available;
        sample.memoryUsed = memory->total - memory->available;
    }
    sample.temperatures = temperaturesIn(m_sources.sys, true);
    sample.temperature = processorTemperature(sample.temperatures);
    if (const std::vector<double> clocks = coreClocks(m_sources.sys); !clocks.empty())
        sample.clock = std::accumulate(clocks.begin(), clocks.end(), 0.0) / static_cast<double>(clocks.size());
    samplePower(sample);
    sample.gpus = m_nvml.sample();
    return sample;
}

void Telemetry::sampleProcessor(Sample& sample)
{
    const std::string stat = sensorText(m_sources.proc / "stat");
    sampleCores(stat, sample);
    const auto cpu = cpuTicksFrom(stat);
    const auto process = processTicksFrom(sensorText(m_sources.proc / "self/stat"));
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

void Telemetry::sampleCores(const std::string& stat, Sample& sample)
{
    std::vector<CoreTicks> cores = coreTicksFrom(stat);
    const bool same = std::ranges::equal(cores, m_cores, {}, &CoreTicks::core, &CoreTicks::core); // else one went off or on
    if (!same || cores.empty()) {
        m_cores = std::move(cores);
        m_coreCpu.clear();
        return;
    }
    bool passed = true;
    for (std::size_t i = 0; i < cores.size(); ++i)
        passed = passed && cores[i].total >= m_cores[i].total + fewTicks;
    if (passed) {
        m_coreCpu.clear();
        for (std::size_t i = 0; i < cores.size(); ++i) {
            const auto all = static_cast<double>(cores[i].total - m_cores[i].total);
            const double busy = static_cast<double>(cores[i].busy) - static_cast<double>(m_cores[i].busy); // iowait may go back
            m_coreCpu.push_back(std::clamp(100.0 * busy / all, 0.0, 100.0));
        }
        m_cores = std::move(cores);
    }
    sample.coreCpu = m_coreCpu;
}

void Telemetry::samplePower(Sample& sample)
{
    const std::optional<double> joules = m_rapl.joules();
    const double now = m_sources.clock();
    if (!joules) {
        m_joules.reset();
        m_power.reset();
        return;
    }
    if (!m_joules || now - m_joulesAt >= leastSeconds) {
        m_power = m_joules ? std::optional((*joules - *m_joules) / (now - m_joulesAt)) : std::nullopt;
        m_joules = joules;
        m_joulesAt = now;
    }
    sample.power = m_power;
}

} // namespace netsmith::telemetry
