#include "engine/data/located_files.h"

#include <algorithm>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

/// The file as published or unpacked; empty if neither exists.
fs::path variant(const fs::path& folder, const std::string& name)
{
    std::error_code code;
    for (const fs::path& path : {folder / (name + ".gz"), folder / name})
        if (fs::is_regular_file(path, code))
            return path;
    return {};
}

} // namespace

Search locateFiles(const DataPaths& paths, std::span<const fs::path> subfolders, std::span<const std::string> names)
{
    Search search;
    for (const fs::path& folder : paths.folders())
        for (const fs::path& subfolder : subfolders) {
            LocatedFiles files{subfolder.empty() ? folder : folder / subfolder, {}};
            std::string missing;
            for (const std::string& name : names) {
                files.paths.push_back(variant(files.folder, name));
                if (files.paths.back().empty() && missing.empty())
                    missing = name;
            }
            if (missing.empty()) {
                search.files = std::move(files);
                return search;
            }
            const bool some = std::ranges::any_of(files.paths, [](const fs::path& path) { return !path.empty(); });
            if (some && search.incomplete.empty())
                search.incomplete = (files.folder / missing).string();
        }
    return search;
}

Availability availabilityOf(const SourceInfo& info, const DataPaths& paths, const Search& search)
{
    if (search.files)
        return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), titleOf(info), search.files->folder.string())};
    std::string looked;
    for (const fs::path& folder : paths.folders())
        looked += (looked.empty() ? "" : ", ") + folder.string();
    if (info.files.empty()) {
        if (!search.incomplete.empty())
            return {
                false,
                Message(NS_MESSAGE("data.absent_file", "{0} is not complete: {1} is missing; unpack the archive from {2} again"),
                        titleOf(info), search.incomplete, info.home)};
        constexpr auto nowhere = NS_MESSAGE("data.absent_anywhere", "{0} was not found; get it from {2} and name its folder");
        constexpr auto somewhere = NS_MESSAGE("data.absent", "{0} is not in {1}; get it from {2} and unpack it there");
        return {false, Message(looked.empty() ? nowhere : somewhere, titleOf(info), looked, info.home)};
    }
    // For callers that can say how to get the data.
    const MessageFacts facts{.dataSource = info.id};
    const auto isPublished = [&](const fs::path& path) {
        return std::ranges::find(info.files, path.filename().string(), &RemoteFile::name) != info.files.end();
    };
    const std::string packed = search.incomplete + ".gz";
    const std::string missing = isPublished(packed) ? packed : search.incomplete;
    if (!search.incomplete.empty())
        return {
            false,
            Message(NS_MESSAGE("data.missing_file", "{0} is not complete: {1} is missing"), titleOf(info), missing).with(facts)};
    constexpr auto nowhere = NS_MESSAGE("data.missing_anywhere", "{0} was not found, and there is no folder to search");
    constexpr auto somewhere = NS_MESSAGE("data.missing", "{0} is not in {1}");
    return {false, Message(looked.empty() ? nowhere : somewhere, titleOf(info), looked).with(facts)};
}

} // namespace netsmith::data
