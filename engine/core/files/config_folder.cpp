#include "engine/core/files/config_folder.h"

#include <cstdlib>

namespace netsmith {

std::filesystem::path configFolder()
{
    const auto place = [](const char* variable) {
        const char* value = std::getenv(variable);
        const std::filesystem::path path = value ? value : "";
        return path.is_absolute() ? path : std::filesystem::path(); // as for the cache
    };
    const std::filesystem::path config = place("XDG_CONFIG_HOME");
    const std::filesystem::path home = place("HOME");
    if (!config.empty())
        return config / "netsmith";
    return home.empty() ? home : home / ".config" / "netsmith";
}

} // namespace netsmith
