#include "engine/data/file_stamps.h"

#include <algorithm>
#include <map>

#include <sys/stat.h>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

} // namespace

FileStamps::FileStamps(const std::vector<fs::path>& places)
{
    constexpr std::size_t most = 10000; // folders of folders: enough for any number of classes
    for (const fs::path& place : places) {
        add(place);
        if (!m_stamps.back().isFolder)
            continue;
        std::vector<fs::path> inner;
        std::error_code code;
        fs::directory_iterator entries(place, code);
        for (; !code && entries != fs::directory_iterator() && inner.size() < most; entries.increment(code))
            if (std::error_code ignored; entries->is_directory(ignored))
                inner.push_back(entries->path());
        std::ranges::sort(inner);
        for (const fs::path& folder : inner)
            add(folder);
    }
}

/// By its status change time rather than its modification time, which copying and unpacking preserve.
void FileStamps::add(const fs::path& place)
{
    Stamp& stamp = m_stamps.emplace_back();
    stamp.path = place;
    struct stat status { };
    if (::stat(place.c_str(), &status) != 0)
        return;
    constexpr std::int64_t second = 1'000'000'000;
    stamp.node = status.st_ino;
    stamp.isFolder = S_ISDIR(status.st_mode);
    stamp.size = stamp.isFolder ? 0 : status.st_size;
    stamp.changed = static_cast<std::int64_t>(status.st_ctim.tv_sec) * second + status.st_ctim.tv_nsec;
}

FileStamps FileStamps::since(const FileStamps& before) const
{
    std::map<fs::path, const Stamp*> known;
    for (const Stamp& stamp : before.m_stamps)
        known.emplace(stamp.path, &stamp);
    FileStamps out = *this;
    for (Stamp& stamp : out.m_stamps)
        if (const auto old = known.find(stamp.path); old != known.end())
            stamp = *old->second;
    return out;
}

std::vector<fs::path> FileStamps::folders() const
{
    std::vector<fs::path> out;
    for (const Stamp& stamp : m_stamps)
        if (stamp.isFolder)
            out.push_back(stamp.path);
    return out;
}

} // namespace netsmith::data
