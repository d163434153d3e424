#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace netsmith::telemetry {

/// The total ticks of a machine's cores since it was started.
struct CpuTicks {
    std::uint64_t busy = 0;
    std::uint64_t total = 0; ///< idle and stolen time included
    int cores = 0;
    bool operator==(const CpuTicks&) const = default;
};

/// The ticks of one core.
struct CoreTicks {
    int core = 0; ///< its number; those of cores that are offline are missing
    std::uint64_t busy = 0;
    std::uint64_t total = 0;
    bool operator==(const CoreTicks&) const = default;
};

/// In bytes.
struct SystemMemory {
    std::int64_t total = 0;
    std::int64_t available = 0; ///< without swapping: the kernel's own estimate
    bool operator==(const SystemMemory&) const = default;
};

// Texts of /proc as proc(5) has them; nothing if a number is missing or invalid.

/// /proc/stat
std::optional<CpuTicks> cpuTicksFrom(std::string_view stat);
/// The same file: each core, in its order; a line that is not complete ends the list.
std::vector<CoreTicks> coreTicksFrom(std::string_view stat);
/// /proc/PID/stat: the ticks of all threads of a process. Its name, in parentheses, may hold anything.
std::optional<std::uint64_t> processTicksFrom(std::string_view stat);
/// /proc/PID/status: bytes in memory.
std::optional<std::int64_t> residentBytesFrom(std::string_view status);
/// /proc/meminfo
std::optional<SystemMemory> systemMemoryFrom(std::string_view meminfo);

} // namespace netsmith::telemetry
