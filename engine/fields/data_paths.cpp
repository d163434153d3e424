#include "engine/fields/data_paths.h"

#include "engine/core/error.h"
#include "engine/core/files/cache_folder.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

fs::path fromEnvironment(const char* variable)
{
    const char* value = std::getenv(variable);
    return value ? fs::path(value) : fs::path();
}

/// As in the XDG Base Directory Specification: relative ones are ignored.
std::vector<fs::path> systemFolders()
{
    const char* value = std::getenv("XDG_DATA_DIRS");
    std::string_view left = value && *value ? value : "/usr/local/share:/usr/share";
    std::vector<fs::path> out;
    while (!left.empty()) {
        const std::size_t end = std::min(left.find(':'), left.size());
        const fs::path folder = fs::path(left.substr(0, end)) / "datasets";
        std::error_code code;
        if (folder.is_absolute() && fs::is_directory(folder, code))
            out.push_back(folder);
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return out;
}

} // namespace

std::vector<fs::path> DataPaths::folders() const
{
    std::vector<fs::path> all;
    for (const fs::path& folder : {dataDir, environmentDir, cacheDir})
        if (!folder.empty())
            all.push_back(folder);
    all.insert(all.end(), systemDirs.begin(), systemDirs.end());
    return all;
}

fs::path DataPaths::downloadDir() const
{
    const fs::path& folder = dataDir.empty() ? cacheDir : dataDir;
    if (folder.empty())
        throw Error(ErrorKind::input,
                    Message(NS_MESSAGE("data.no_cache", "there is no cache folder, since neither HOME nor XDG_CACHE_HOME is set"))
                        .with({.cause = MessageFacts::Cause::noCacheFolder}));
    return folder;
}

DataPaths dataPaths(const fs::path& dataDir)
{
    std::error_code code;
    if (!dataDir.empty() && !fs::is_directory(dataDir, code))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.folder", "the data folder {0} does not exist; correct the path or create it"),
                    dataDir.string());
    const fs::path cache = cacheFolder();
    return {dataDir, fromEnvironment("NETSMITH_DATA_DIR"), cache.empty() ? cache : cache / "data", systemFolders()};
}

} // namespace netsmith::data
