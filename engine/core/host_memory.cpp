#include "engine/core/host_memory.h"

#include <fstream>
#include <string>

namespace netsmith {

HostMemory hostMemory()
{
    HostMemory memory;
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::int64_t kibibytes = 0;
    while (file >> name >> kibibytes) {
        if (name == "MemTotal:")
            memory.total = kibibytes * 1024;
        else if (name == "MemAvailable:")
            memory.available = kibibytes * 1024;
        file.ignore(64, '\n');
    }
    return memory;
}

} // namespace netsmith
