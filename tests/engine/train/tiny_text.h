#pragma once

#include "engine/graph/project.h"

#include <filesystem>

namespace netsmith::test {

/// A text whose next character its last four tell: "hello, world!\n" and so on again and again.
std::string tinyText(int repetitions = 40);

/// Writes it into a folder, and says what learns it: an embedding, and either one layer over the whole window for what comes behind
/// it, or one at each place for what comes behind each. It is learnt in three epochs.
Project tinyTextProject(const std::filesystem::path& folder, bool everyNext = false);

} // namespace netsmith::test
