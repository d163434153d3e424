#pragma once

#include "engine/telemetry/gpu_sample.h"
#include "engine/telemetry/nvml_library.h"
#include "engine/telemetry/proc_text.h"
#include "engine/telemetry/rapl_meter.h"
#include "engine/telemetry/sensor_files.h"
#include "engine/telemetry/telemetry_sources.h"

namespace netsmith::telemetry {

/// A machine and this process at one moment, as plain values. What can't be read is absent, never 0.
struct Sample {
    std::optional<double> processCpu; ///< percent of all cores, since the sample before; so are the next two
    std::optional<double> processCpuOfOne; ///< percent of one core: 200 if two are busy
    std::optional<double> systemCpu; ///< percent of all cores, by all processes
    int cores = 0; ///< 0: not known
    std::vector<double> coreCpu{}; ///< percent of each core, by all processes; empty where one can't be read
    std::optional<double> clock{}; ///< MHz, the mean over the cores
    std::vector<Temperature> temperatures{}; ///< of the processor's sensors
    std::optional<double> temperature{}; ///< the processor's, degrees Celsius
    std::optional<double> power{}; ///< watts of the processor's packages and their memory, since the sample before
    std::optional<std::int64_t> processMemory; ///< bytes resident
    std::optional<std::int64_t> memoryTotal; ///< the system's
    std::optional<std::int64_t> memoryUsed;
    std::optional<std::int64_t> memoryAvailable; ///< without swapping
    std::vector<GpuSample> gpus; ///< none without a driver
};

/// Watches processor, memory and GPUs. Owned and used by one thread; a sample takes a fraction of a millisecond, and some more a
/// GPU.
class Telemetry {
public:
    explicit Telemetry(TelemetrySources sources = {});

    /// The current values. Processor percentages and power need two samples, so the first has none; samples closer than a few
    /// ticks repeat them.
    Sample sample();

private:
    void sampleProcessor(Sample& sample);
    void sampleCores(const std::string& stat, Sample& sample);
    void samplePower(Sample& sample);

    TelemetrySources m_sources;
    NvmlLibrary m_nvml;
    RaplMeter m_rapl;
    std::vector<CoreTicks> m_cores; ///< at the sample that percentages are computed from
    std::vector<double> m_coreCpu; ///< the last percentages
    std::optional<double> m_joules; ///< at the sample that power is computed from
    double m_joulesAt = 0.0; ///< seconds, by the clock
    std::optional<double> m_power; ///< the last one
    std::optional<CpuTicks> m_cpu; ///< at the sample that percentages are computed from
    std::optional<std::uint64_t> m_process;
    std::optional<double> m_processCpu; ///< the last percentages
    std::optional<double> m_systemCpu;
};

} // namespace netsmith::telemetry
