#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace netsmith::test {

/// The sample projects in the folder `projects`, by name, in alphabetical order, for tests of every sample.
inline std::vector<std::string> sampleNames(const std::filesystem::path& projects)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(projects))
        if (entry.is_directory())
            names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

} // namespace netsmith::test
