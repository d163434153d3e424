#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

// A driver of two fake GPUs. FAKE_NVML says how it behaves: "broken" can't start, "errors" fails at every query, "silent" reports
// only names, as a virtual GPU may; "stranger" does not know this process by its number, as in a container.

namespace {

enum : int { success = 0, notSupported = 3, unknown = 999 };

bool is(const char* mode)
{
    const char* set = std::getenv("FAKE_NVML");
    return set && std::strcmp(set, mode) == 0;
}

int answer()
{
    return is("errors") ? unknown : is("silent") ? notSupported : success;
}

int number(void* device, unsigned* out, unsigned value)
{
    // Written even on failure, which is allowed: it exposes a reader that ignores the return value.
    *out = value + (device == reinterpret_cast<void*>(0x11) ? 1 : 0);
    return answer();
}

} // namespace

extern "C" {

int fakeNvmlOpen = 0;

int nvmlInit_v2()
{
    if (is("broken"))
        return unknown;
    ++fakeNvmlOpen;
    return success;
}
int nvmlShutdown()
{
    --fakeNvmlOpen;
    return success;
}
int nvmlDeviceGetCount_v2(unsigned* count)
{
    *count = 2;
    return is("errors") ? unknown : success;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device)
{
    *device = reinterpret_cast<void*>(static_cast<std::uintptr_t>(0x10 + index));
    return success;
}
int nvmlDeviceGetName(void* device, char* name, unsigned length)
{
    std::strncpy(name, device == reinterpret_cast<void*>(0x10) ? "Fake GPU 80GB" : "Other GPU", length);
    return success;
}
#ifndef OLD_DRIVER
int nvmlDeviceGetUtilizationRates(void* device, unsigned* rates)
{
    rates[1] = 7;
    return number(device, rates, 63);
}
int nvmlDeviceGetMemoryInfo(void*, unsigned long long* memory)
{
    memory[0] = 80ull << 30;
    memory[1] = 77ull << 30;
    memory[2] = 3ull << 30;
    return answer();
}
struct Process {
    unsigned pid;
    unsigned long long bytes;
    unsigned gpuInstance;
    unsigned computeInstance;
};
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, Process* processes)
{
    const auto self = static_cast<unsigned>(getpid()) + (is("stranger") ? 1 : 0);
    processes[0] = {1, 5ull << 30, 0, 0};
    processes[1] = {self, device == reinterpret_cast<void*>(0x10) ? 2ull << 30 : ~0ull, 0, 0}; // the other one does not know
    *count = 2;
    return answer();
}
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts)
{
    return number(device, milliwatts, 287500);
}
int nvmlDeviceGetEnforcedPowerLimit(void* device, unsigned* milliwatts)
{
    return number(device, milliwatts, 350000);
}
int nvmlDeviceGetTemperature(void* device, unsigned sensor, unsigned* degrees)
{
    return number(device, degrees, sensor == 0 ? 61 : 0);
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* bits)
{
    *bits = 0x4 | 0x20;
    return answer();
}
int nvmlDeviceGetTotalEnergyConsumption(void*, unsigned long long* millijoules)
{
    *millijoules = 5'000'000'000'000ull; // more than 32 bits
    return answer();
}
#endif
int nvmlDeviceGetClockInfo(void* device, unsigned type, unsigned* megahertz)
{
    return number(device, megahertz, type == 1 ? 1755 : type == 2 ? 2619 : 0);
}
}
