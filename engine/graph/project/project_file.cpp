#include "engine/graph/project/project_file.h"

#include "engine/graph/project/project_format.h"

namespace netsmith {
namespace {

/// `path` relative to `folder` if it lies in it, else as it is.
std::string detachedPath(const std::string& path, const std::filesystem::path& folder)
{
    if (!std::filesystem::path(path).is_absolute())
        return path;
    const std::filesystem::path relative = std::filesystem::path(path).lexically_relative(folder);
    return relative.empty() || *relative.begin() == ".." ? path : relative.string();
}

} // namespace

std::filesystem::path folderOfProject(const std::filesystem::path& file)
{
    std::error_code code;
    return std::filesystem::absolute(file, code).lexically_normal().parent_path();
}

std::optional<InitialWeights> initialWeightsOf(const Project& project)
{
    const auto found = project.extra.find(initialWeightsKey);
    if (found == project.extra.end())
        return std::nullopt;
    FormatErrors errors;
    InitialWeights weights = initialWeightsFormat().read(*found, pointerTo("", initialWeightsKey), errors);
    errors.throwIfAny();
    return weights;
}

void setInitialWeights(Project& project, const std::optional<InitialWeights>& weights)
{
    if (!weights) {
        project.extra.erase(initialWeightsKey);
        return;
    }
    Json json = {{"path", weights->path}};
    for (const auto& [key, text] : {std::pair("sha256", &weights->sha256), {"layout", &weights->layout}})
        if (!text->empty())
            json[key] = *text;
    if (!weights->changes.empty())
        json["changes"] = weights->changes;
    for (const auto& item : weights->extra.items())
        addTo(json, item.key(), item.value());
    project.extra[initialWeightsKey] = std::move(json);
}

Expected<std::string> readableProjectText(const Project& project, const std::filesystem::path& path)
{
    Project moved = project;
    for (std::string* place : {&moved.data.path, &moved.data.validationFile})
        *place = detachedPath(*place, folderOfProject(path));
    if (auto weights = initialWeightsOf(moved)) {
        weights->path = detachedPath(weights->path, folderOfProject(path));
        setInitialWeights(moved, weights);
    }
    std::string text = toJson(moved);
    if (text.size() > largestProject)
        return Error(ErrorKind::input,
                     NS_MESSAGE("project.size",
                                "{0} would have {1:byte|bytes}, but a project file can have at most {2}; make the network smaller, "
                                "or remove some notes"),
                     path.string(), text.size(), largestProject);
    return text;
}

} // namespace netsmith
