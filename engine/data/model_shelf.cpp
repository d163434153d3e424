#include "engine/data/model_shelf.h"

#include "engine/core/error.h"
#include "engine/predict/packed_model.h"

#include <algorithm>
#include <map>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

constexpr const char* shelfName = "models"; // the folder's

bool isPlainName(const std::string& id)
{
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-'; };
    return !id.empty() && id.size() <= 64 && std::ranges::all_of(id, plain);
}

} // namespace

const ShelfModel* findShelfModel(std::string_view id)
{
    const std::vector<ShelfModel>& all = shelfModels();
    const auto found = std::ranges::find(all, id, &ShelfModel::id);
    return found == all.end() ? nullptr : &*found;
}

fs::path shelfFolder(const ShelfModel& model, const DataPaths& paths)
{
    for (const fs::path& root : paths.folders()) {
        const fs::path folder = root / shelfName / model.id;
        std::error_code code;
        if (std::ranges::all_of(model.files, [&](const RemoteFile& file) { return fs::is_regular_file(folder / file.name, code); }))
            return folder;
    }
    return {};
}

Expected<fs::path> fetchModel(const ShelfModel& model, const DataPaths& paths, const Watch& watch, const DownloadOptions& options)
try {
    const fs::path folder = paths.downloadDir() / shelfName / model.id;
    for (const RemoteFile& file : model.files)
        download(file, folder, watch, options).take();
    return folder;
} catch (const Error& error) {
    return error;
}

std::vector<OwnShelfModel> ownShelfModels(const DataPaths& paths)
{
    std::map<std::string, fs::path> found;
    for (const fs::path& root : paths.folders()) {
        std::error_code code;
        for (fs::directory_iterator entry(root / shelfName, code), end; entry != end && !code; entry.increment(code)) {
            const std::string id = entry->path().filename().string();
            const fs::path file = entry->path() / (id + std::string(packedModelSuffix));
            std::error_code missing;
            if (!findShelfModel(id) && fs::is_regular_file(file, missing))
                found.try_emplace(id, file);
        }
    }
    std::vector<OwnShelfModel> all;
    for (const auto& [id, file] : found)
        all.push_back({id, file});
    return all;
}

fs::path newShelfFile(const std::string& id, const DataPaths& paths)
{
    if (!isPlainName(id))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("models.id", "\"{0}\" is no name for a model: use up to 64 small letters, digits, - and _"), id);
    if (findShelfModel(id))
        throw Error(ErrorKind::usage, NS_MESSAGE("models.taken", "{0} is the name of another model on the shelf; choose another"),
                    id);
    const fs::path folder = paths.downloadDir() / shelfName / id;
    makeDownloadFolder(folder);
    return folder / (id + std::string(packedModelSuffix));
}

} // namespace netsmith::data
