#pragma once

#include <string>
#include <string_view>

namespace netsmith {

/// Which of the engine's libraries are listed: a program that only predicts has loaded two of them.
enum class Binaries { thatCompute, all };

/// The linker's build ids (the ELF note NT_GNU_BUILD_ID) of the engine's libraries and of a backend's module as they are loaded:
/// "libnetsmith-core 5d0c… netsmith_cpu 91f2…". Unlike `buildId`, which says what is compatible, it changes with every line of
/// code. Empty if the linker wrote none.
std::string binaryId(std::string_view backend, Binaries binaries = Binaries::thatCompute);

} // namespace netsmith
