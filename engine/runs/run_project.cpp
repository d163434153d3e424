#include "engine/runs/run_project.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/project/project.h"
#include "engine/store/run_folder.h"

namespace netsmith::runs {

namespace fs = std::filesystem;

bool restoreProject(const fs::path& run, const fs::path& file, bool overwrite)
{
    readRunRecord(run).take();
    const fs::path own = projectPathOf(run);
    std::error_code ignored;
    if (!fs::exists(own, ignored))
        throw Error(ErrorKind::input, NS_MESSAGE("runs.no_project", "{0} holds no project: there is no {1}"), run.string(),
                    own.filename().string());
    if (!overwrite && fs::exists(file, ignored))
        throw Error(ErrorKind::input, NS_MESSAGE("runs.file_exists", "{0} already exists; choose another name, or overwrite it"),
                    file.string());
    const std::string text = readTextFile(own).take();
    const Project project = loadProject(own).take();
    const Project asWritten = projectFromJson(text).take();
    if (project.data == asWritten.data) {
        writeFileSafely(file, text).take();
        return true;
    }
    saveProject(project, file).take();
    return false;
}

} // namespace netsmith::runs
