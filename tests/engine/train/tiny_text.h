#pragma once

#include "engine/graph/project/project.h"

#include <filesystem>

namespace netsmith::test {

/// A text whose last four characters determine the next one: "hello, world!\n" again and again.
std::string tinyText(int repetitions = 40);

/// Writes it into a folder, and returns a project that learns it in three epochs: an embedding, and either one layer over the
/// whole window for the token after it, or one at each position for the token after that.
Project tinyTextProject(const std::filesystem::path& folder, bool everyNext = false);

} // namespace netsmith::test
