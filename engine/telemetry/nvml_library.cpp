#include "engine/telemetry/nvml_library.h"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <unistd.h>

// The few functions in use, declared here so that building needs no NVIDIA headers. Their ABI has not changed
// since they came: https://docs.nvidia.com/deploy/nvml-api/. If an older driver lacks a function, its value is absent.

namespace netsmith::telemetry {
namespace {

extern "C" {
struct NvmlDevice;
struct NvmlUtilization {
    unsigned gpu;
    unsigned memory;
};
struct NvmlMemory {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};
struct NvmlProcess {
    unsigned pid;
    unsigned long long usedGpuMemory;
    unsigned gpuInstanceId;
    unsigned computeInstanceId;
};
}

constexpr int success = 0;
constexpr unsigned long long notAvailable = ~0ull;
constexpr unsigned gpuSensor = 0, smClockType = 1, memoryClockType = 2;

template <class F>
F symbol(void* library, const char* name)
{
    return reinterpret_cast<F>(dlsym(library, name));
}

} // namespace

struct NvmlLibrary::Functions {
    template <class... Arguments>
    using Call = int (*)(Arguments...);
    using Number = Call<NvmlDevice*, unsigned*>;
    using LongNumber = Call<NvmlDevice*, unsigned long long*>;

    explicit Functions(void* handle)
        : library(handle)
        , shutdown(symbol<Call<>>(handle, "nvmlShutdown"))
        , count(symbol<Call<unsigned*>>(handle, "nvmlDeviceGetCount_v2"))
        , device(symbol<Call<unsigned, NvmlDevice**>>(handle, "nvmlDeviceGetHandleByIndex_v2"))
        , name(symbol<Call<NvmlDevice*, char*, unsigned>>(handle, "nvmlDeviceGetName"))
        , utilization(symbol<Call<NvmlDevice*, NvmlUtilization*>>(handle, "nvmlDeviceGetUtilizationRates"))
        , memory(symbol<Call<NvmlDevice*, NvmlMemory*>>(handle, "nvmlDeviceGetMemoryInfo"))
        , processes(symbol<Call<NvmlDevice*, unsigned*, NvmlProcess*>>(handle, "nvmlDeviceGetComputeRunningProcesses_v3"))
        , power(symbol<Number>(handle, "nvmlDeviceGetPowerUsage"))
        , powerLimit(symbol<Number>(handle, "nvmlDeviceGetEnforcedPowerLimit"))
        , temperature(symbol<Call<NvmlDevice*, unsigned, unsigned*>>(handle, "nvmlDeviceGetTemperature"))
        , clock(symbol<Call<NvmlDevice*, unsigned, unsigned*>>(handle, "nvmlDeviceGetClockInfo"))
        , throttles(symbol<LongNumber>(handle, "nvmlDeviceGetCurrentClocksThrottleReasons"))
        , energy(symbol<LongNumber>(handle, "nvmlDeviceGetTotalEnergyConsumption"))
    {
        if (!processes) // the same structure, of drivers before 510
            processes = symbol<Call<NvmlDevice*, unsigned*, NvmlProcess*>>(handle, "nvmlDeviceGetComputeRunningProcesses_v2");
    }
    Functions(const Functions&) = delete;
    Functions& operator=(const Functions&) = delete;
    ~Functions()
    {
        if (shutdown)
            shutdown();
        dlclose(library);
    }

    /// A number times `unit`, or nothing if the function is missing or fails.
    template <class Value, class... Arguments>
    static std::optional<double> number(int (*function)(Arguments...), double unit, Value*, auto... before)
    {
        Value value = 0;
        return function && function(before..., &value) == success ? std::optional(static_cast<double>(value) * unit) : std::nullopt;
    }

    /// The bytes used by this process; nothing if it is not listed, as in a container with its own process ids.
    std::optional<std::int64_t> ownMemory(NvmlDevice* handle) const
    {
        if (!processes)
            return std::nullopt;
        std::vector<NvmlProcess> running(64);
        auto found = static_cast<unsigned>(running.size());
        if (processes(handle, &found, running.data()) != success)
            return std::nullopt;
        running.resize(std::min<std::size_t>(found, running.size()));
        for (const NvmlProcess& process : running)
            if (process.pid == static_cast<unsigned>(getpid()) && process.usedGpuMemory != notAvailable)
                return static_cast<std::int64_t>(process.usedGpuMemory);
        return std::nullopt;
    }

    GpuSample sampleOf(int index, NvmlDevice* handle) const
    {
        GpuSample sample;
        sample.index = index;
        std::array<char, 96> text{}; // NVML's own limit
        if (name && name(handle, text.data(), text.size()) == success)
            sample.name = text.data();
        if (NvmlUtilization rates{}; utilization && utilization(handle, &rates) == success)
            sample.utilization = rates.gpu;
        if (NvmlMemory use{}; memory && memory(handle, &use) == success) {
            sample.memoryTotal = static_cast<std::int64_t>(use.total);
            sample.memoryUsed = static_cast<std::int64_t>(use.used);
        }
        sample.memoryOwn = ownMemory(handle);
        constexpr unsigned* u32 = nullptr;
        constexpr unsigned long long* u64 = nullptr;
        sample.power = number(power, 1e-3, u32, handle);
        sample.powerLimit = number(powerLimit, 1e-3, u32, handle);
        sample.temperature = number(temperature, 1.0, u32, handle, gpuSensor);
        sample.smClock = number(clock, 1.0, u32, handle, smClockType);
        sample.memoryClock = number(clock, 1.0, u32, handle, memoryClockType);
        sample.energy = number(energy, 1e-3, u64, handle);
        if (unsigned long long bits = 0; throttles && throttles(handle, &bits) == success)
            sample.throttles = throttlesFrom(bits);
        return sample;
    }

    void* library;
    Call<> shutdown;
    Call<unsigned*> count;
    Call<unsigned, NvmlDevice**> device;
    Call<NvmlDevice*, char*, unsigned> name;
    Call<NvmlDevice*, NvmlUtilization*> utilization;
    Call<NvmlDevice*, NvmlMemory*> memory;
    Call<NvmlDevice*, unsigned*, NvmlProcess*> processes;
    Number power;
    Number powerLimit;
    Call<NvmlDevice*, unsigned, unsigned*> temperature;
    Call<NvmlDevice*, unsigned, unsigned*> clock;
    LongNumber throttles;
    LongNumber energy;
};

NvmlLibrary::NvmlLibrary(const char* path)
{
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return;
    const auto begin = symbol<int (*)()>(library, "nvmlInit_v2");
    if (!begin || begin() != success) {
        dlclose(library);
        return;
    }
    m_functions = std::make_unique<Functions>(library);
}

NvmlLibrary::~NvmlLibrary() = default;
NvmlLibrary::NvmlLibrary(NvmlLibrary&& other) noexcept = default;
NvmlLibrary& NvmlLibrary::operator=(NvmlLibrary&& other) noexcept = default;

std::vector<GpuSample> NvmlLibrary::sample() const
{
    std::vector<GpuSample> samples;
    unsigned count = 0;
    if (!m_functions || !m_functions->count || !m_functions->device || m_functions->count(&count) != success)
        return samples;
    for (unsigned index = 0; index < count; ++index)
        if (NvmlDevice* handle = nullptr; m_functions->device(index, &handle) == success)
            samples.push_back(m_functions->sampleOf(static_cast<int>(index), handle));
    return samples;
}

std::optional<double> NvmlLibrary::energyOf(int index) const
{
    NvmlDevice* handle = nullptr;
    if (!m_functions || !m_functions->device || m_functions->device(static_cast<unsigned>(index), &handle) != success)
        return std::nullopt;
    constexpr unsigned long long* u64 = nullptr;
    return Functions::number(m_functions->energy, 1e-3, u64, handle);
}

} // namespace netsmith::telemetry
