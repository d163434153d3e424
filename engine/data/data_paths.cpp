#include "engine/data/data_paths.h"

#include "engine/core/cache_folder.h"
#include "engine/core/error.h"

#include <cstdlib>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

fs::path fromEnvironment(const char* variable)
{
    const char* value = std::getenv(variable);
    return value ? fs::path(value) : fs::path();
}

} // namespace

std::vector<fs::path> DataPaths::folders() const
{
    std::vector<fs::path> all;
    for (const fs::path& folder : {dataDir, environmentDir, cacheDir})
        if (!folder.empty())
            all.push_back(folder);
    return all;
}

fs::path DataPaths::downloadDir() const
{
    const fs::path& folder = dataDir.empty() ? cacheDir : dataDir;
    if (folder.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.no_cache", "there is no cache folder, since neither HOME nor XDG_CACHE_HOME is set"));
    return folder;
}

DataPaths dataPaths(const fs::path& dataDir)
{
    std::error_code code;
    if (!dataDir.empty() && !fs::is_directory(dataDir, code))
        throw Error(ErrorKind::input, NS_MESSAGE("data.folder", "the data folder {0} is not there; correct the path or create it"),
                    dataDir.string());
    const fs::path cache = cacheFolder();
    return {dataDir, fromEnvironment("NETSMITH_DATA_DIR"), cache.empty() ? cache : cache / "data"};
}

} // namespace netsmith::data
