#pragma once

#include "engine/core/expected.h"

#include <cstdint>
#include <iosfwd>

namespace netsmith {

/// This machine's memory in bytes.
struct HostMemory {
    std::int64_t total = 0;
    std::int64_t available = 0; ///< what this program can still get: free, or given back by the kernel's caches when asked
};

/// As /proc/meminfo has it at this moment; zeros where there is none. Where the address space is limited (`ulimit -v`) no more is
/// available than is left of it once libraries and kernels have their part.
HostMemory hostMemory();
/// The same of a text in the form of /proc/meminfo.
HostMemory hostMemory(std::istream& meminfo);

/// An error where a limit leaves too little address space for the threads and the libraries that compute: some of those end the
/// program without a word when they get none. Asked before either is loaded.
Expected<void> checkAddressSpace(int threads);

} // namespace netsmith
