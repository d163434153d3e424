#include "engine/graph/project.h"

#include "engine/core/safe_file.h"
#include "engine/graph/project_file.h"

namespace netsmith {
namespace {

constexpr std::uint64_t largestProject = std::uint64_t{16} << 20; // the largest networks drawn by hand take some hundred KiB

namespace fs = std::filesystem;

} // namespace

std::string anchoredPath(const std::string& path, const fs::path& folder)
{
    std::error_code code;
    const fs::path given(path);
    if (path.empty() || given.is_absolute() || !fs::exists(folder / given, code))
        return path;
    return (folder / given).lexically_normal().string();
}

Expected<Project> loadProject(const std::filesystem::path& path)
{
    const Expected<std::string> text = readTextFile(path, largestProject);
    if (!text)
        return text.error();
    Expected<Project> project = projectFromJson(*text);
    if (!project)
        return Error(project.error().kind(), NS_MESSAGE("project.file", "{0}: {1}"), path.string(), project.error().message());
    for (std::string* place : {&project->data.path, &project->data.validationFile})
        *place = anchoredPath(*place, folderOfProject(path));
    return project;
}

Expected<void> saveProject(const Project& project, const std::filesystem::path& path)
{
    const std::string text = projectFileText(project, path);
    if (text.size() > largestProject)
        return Error(
            ErrorKind::input,
            NS_MESSAGE("project.size",
                       "{0} would have {1:byte|bytes}, and a project's file can have {2}; make the network smaller, or give it "
                       "fewer notes"),
            path.string(), text.size(), largestProject);
    return writeFileSafely(path, text);
}

} // namespace netsmith
