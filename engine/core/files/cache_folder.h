#pragma once

#include <filesystem>

namespace netsmith {

/// Where the program keeps what it can recreate or download again: "netsmith" in XDG_CACHE_HOME, else in ~/.cache. Need not exist;
/// empty if neither variable is usable.
std::filesystem::path cacheFolder();

} // namespace netsmith
