#pragma once

#include <filesystem>

namespace netsmith {

/// Where the user's settings are: "netsmith" in XDG_CONFIG_HOME, else in ~/.config. Need not exist; empty if neither variable is
/// usable.
std::filesystem::path configFolder();

} // namespace netsmith
