#include "engine/graph/project.h"

#include "engine/core/safe_file.h"

namespace netsmith {
namespace {

constexpr std::uint64_t largestProject = std::uint64_t{16} << 20; // the largest networks drawn by hand take some hundred KiB

} // namespace

Expected<Project> loadProject(const std::filesystem::path& path)
{
    const Expected<std::string> text = readTextFile(path, largestProject);
    if (!text)
        return text.error();
    Expected<Project> project = projectFromJson(*text);
    if (!project)
        return Error(project.error().kind(), NS_MESSAGE("project.file", "{0}: {1}"), path.string(), project.error().message());
    return project;
}

Expected<void> saveProject(const Project& project, const std::filesystem::path& path)
{
    return writeFileSafely(path, toJson(project));
}

} // namespace netsmith
