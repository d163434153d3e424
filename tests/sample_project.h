#pragma once

#include "engine/graph/project/project.h"

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>

namespace netsmith::test {

/// A sample project, for tests that need no more of its data than the fields. One whose photographs are the user's own gets a
/// folder with an empty file for each of its classes.
inline Project sampleProject(const std::filesystem::path& projects, const std::string& name)
{
    Project project = loadProject(projects / name / (name + ".netsmith")).take();
    if (project.data.source != "image_folder")
        return project;
    static const QTemporaryDir folder;
    const std::filesystem::path root = std::filesystem::path(folder.path().toStdString()) / name;
    const auto classes = std::get<std::int64_t>(project.graph.find("classes")->parameters.at("units"));
    for (const char* part : {"train", "test"})
        for (std::int64_t i = 1; i <= classes; ++i) {
            const std::filesystem::path of = root / part / ("class_" + std::to_string(i));
            std::filesystem::create_directories(of);
            std::ofstream(of / "picture.png");
        }
    project.data.path = root.string();
    return project;
}

} // namespace netsmith::test
