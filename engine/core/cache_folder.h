#pragma once

#include <filesystem>

namespace netsmith {

/// Where the program keeps what it can make or fetch again: "netsmith" in XDG_CACHE_HOME, else in ~/.cache. Need not be there;
/// empty where neither variable leads anywhere.
std::filesystem::path cacheFolder();

} // namespace netsmith
