#include "engine/graph/project/project.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/project/project_file.h"

namespace netsmith {
namespace {

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
    if (auto weights = initialWeightsOf(*project)) {
        weights->path = anchoredPath(weights->path, folderOfProject(path));
        setInitialWeights(*project, weights);
    }
    return project;
}

Expected<void> saveProject(const Project& project, const std::filesystem::path& path)
{
    const Expected<std::string> text = readableProjectText(project, path);
    return text ? writeFileSafely(path, *text) : Expected<void>(text.error());
}

} // namespace netsmith
