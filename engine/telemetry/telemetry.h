#pragma once

#include "engine/telemetry/gpu_sample.h"
#include "engine/telemetry/nvml_library.h"
#include "engine/telemetry/proc_text.h"

#include <filesystem>

namespace netsmith::telemetry {

/// A machine and this process at one moment, as plain values. What can't be read is absent, never 0.
struct Sample {
    std::optional<double> processCpu; ///< percent of all cores, since the sample before; so are the next two
    std::optional<double> processCpuOfOne; ///< percent of one core: 200 if two are busy
    std::optional<double> systemCpu; ///< percent of all cores, by all processes
    int cores = 0; ///< 0: not known
    std::optional<std::int64_t> processMemory; ///< bytes resident
    std::optional<std::int64_t> memoryTotal; ///< the system's
    std::optional<std::int64_t> memoryUsed;
    std::optional<std::int64_t> memoryAvailable; ///< without swapping
    std::vector<GpuSample> gpus; ///< none without a driver
};

/// The paths that are read; others are for tests.
struct TelemetrySources {
    std::filesystem::path proc = "/proc";
    std::string nvml = "libnvidia-ml.so.1";
};

/// Watches processor, memory and GPUs. Owned and used by one thread; a sample takes a fraction of a millisecond, and some more a
/// GPU.
class Telemetry {
public:
    explicit Telemetry(TelemetrySources sources = {});

    /// The current values. Processor percentages need two samples, so the first has none; samples closer than a few ticks repeat
    /// them.
    Sample sample();

private:
    void sampleProcessor(Sample& sample);

    TelemetrySources m_sources;
    NvmlLibrary m_nvml;
    std::optional<CpuTicks> m_cpu; ///< at the sample that percentages are computed from
    std::optional<std::uint64_t> m_process;
    std::optional<double> m_processCpu; ///< the last percentages
    std::optional<double> m_systemCpu;
};

} // namespace netsmith::telemetry
