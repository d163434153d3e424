#pragma once

#include "engine/core/expected.h"

#include <cstdint>
#include <iosfwd>

namespace netsmith {

/// This machine's memory in bytes.
struct HostMemory {
    std::int64_t total = 0;
    std::int64_t available = 0; ///< what this program can still allocate: free, or reclaimable from the kernel's caches
};

/// From /proc/meminfo at this moment; zeros if there is none. If the address space is limited (`ulimit -v`), no more is available
/// than is left of it after what libraries and kernels need.
HostMemory hostMemory();
/// The same from a text in the format of /proc/meminfo.
HostMemory hostMemory(std::istream& meminfo);

/// An error if a limit leaves too little address space for the compute threads and libraries: some of those abort the program
/// without a message when they get none. Checked before either is loaded.
Expected<void> checkAddressSpace(int threads);

} // namespace netsmith
