#pragma once

#include <cstdint>

namespace netsmith {

/// This machine's memory in bytes.
struct HostMemory {
    std::int64_t total = 0;
    std::int64_t available = 0; ///< what programs can still get: free, or given back by the kernel's caches when asked
};

/// As /proc/meminfo has it at this moment; zeros where there is none.
HostMemory hostMemory();

} // namespace netsmith
