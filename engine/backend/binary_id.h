#pragma once

#include <string>
#include <string_view>

namespace netsmith {

/// The linker's build ids (the ELF note NT_GNU_BUILD_ID) of the engine's library and of a backend's module as they are loaded:
/// "libnetsmith 5d0c… netsmith_cpu 91f2…". Unlike `buildId`, which says what fits together, it changes with every line of code.
/// Empty where the linker left none.
std::string binaryId(std::string_view backend);

} // namespace netsmith
