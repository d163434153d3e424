#include "engine/core/host_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace netsmith {
namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
constexpr std::int64_t kernelRoom = 128 * mebibyte; ///< for code generated at run time and the libraries' own allocations
constexpr std::int64_t libraryRoom = 256 * mebibyte; ///< for the libraries themselves, too

/// The soft limit of a resource in bytes, or `otherwise`.
std::int64_t limitOf(__rlimit_resource resource, std::int64_t otherwise)
{
    rlimit limit{};
    const bool limited = ::getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY
        && limit.rlim_cur < static_cast<rlim_t>(std::numeric_limits<std::int64_t>::max());
    return limited ? static_cast<std::int64_t>(limit.rlim_cur) : otherwise;
}

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

std::int64_t addressSpaceLeft()
{
    const std::int64_t limit = limitOf(RLIMIT_AS, unlimited);
    if (limit == unlimited)
        return unlimited;
    std::ifstream file("/proc/self/statm");
    std::int64_t pages = 0;
    file >> pages;
    return std::max<std::int64_t>(0, limit - pages * ::sysconf(_SC_PAGESIZE));
}

} // namespace

HostMemory hostMemory()
{
    std::ifstream file("/proc/meminfo");
    return hostMemory(file);
}

HostMemory hostMemory(std::istream& meminfo)
{
    HostMemory memory;
    std::string name;
    std::int64_t kibibytes = 0;
    while (meminfo >> name >> kibibytes) {
        if (name == "MemTotal:")
            memory.total = kibibytes * 1024;
        else if (name == "MemAvailable:")
            memory.available = kibibytes * 1024;
        meminfo.ignore(64, '\n');
    }
    if (const std::int64_t left = addressSpaceLeft(); left < unlimited)
        memory.available = std::clamp<std::int64_t>(left - kernelRoom, 1, std::max<std::int64_t>(memory.available, 1));
    return memory;
}

Expected<void> checkAddressSpace(int threads)
{
    const std::int64_t left = addressSpaceLeft();
    const std::int64_t needed = libraryRoom + threads * limitOf(RLIMIT_STACK, 8 * mebibyte);
    if (left >= needed)
        return {};
    return Error(ErrorKind::resources,
                 NS_MESSAGE("memory.address_space",
                            "the limit on this program's address space leaves {0} MiB, but at least {1} MiB are needed; raise it "
                            "(ulimit -v) or use fewer threads"),
                 left / mebibyte, needed / mebibyte);
}

} // namespace netsmith
