#include "engine/core/files/cache_folder.h"

#include <cstdlib>

namespace netsmith {

std::filesystem::path cacheFolder()
{
    const auto folder = [](const char* variable) {
        const char* value = std::getenv(variable);
        const std::filesystem::path path = value ? value : "";
        return path.is_absolute() ? path : std::filesystem::path(); // the XDG base directory specification says to ignore others
    };
    const std::filesystem::path cache = folder("XDG_CACHE_HOME");
    const std::filesystem::path home = folder("HOME");
    if (!cache.empty())
        return cache / "netsmith";
    return home.empty() ? home : home / ".cache" / "netsmith";
}

} // namespace netsmith
