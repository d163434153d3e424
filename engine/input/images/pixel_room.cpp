#include "engine/input/images/pixel_room.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct OldFile {
    fs::path path;
    fs::file_time_type opened;
    std::int64_t bytes = 0;
};

/// A temporary file of `SafeFileWriter` that has not been written to for a day.
bool isForgotten(const OldFile& file)
{
    const std::string name = file.path.filename().string();
    return name.starts_with(".netsmith-") && name.ends_with(".new")
        && fs::file_time_type::clock::now() - file.opened > std::chrono::hours(24);
}

std::vector<OldFile> filesIn(const fs::path& folder)
{
    std::vector<OldFile> files;
    std::error_code code;
    for (auto entry = fs::directory_iterator(folder, code); !code && entry != fs::directory_iterator(); entry.increment(code)) {
        std::error_code missing;
        if (!entry->is_regular_file(missing) || entry->is_symlink(missing))
            continue;
        OldFile file{entry->path(), entry->last_write_time(missing), 0};
        if (!missing)
            file.bytes = static_cast<std::int64_t>(entry->file_size(missing));
        if (!missing)
            files.push_back(std::move(file));
    }
    std::ranges::sort(files, {}, &OldFile::opened);
    return files;
}

} // namespace

Expected<void> makePixelRoom(const fs::path& file, std::int64_t bytes, std::int64_t atMost)
{
    std::error_code code;
    std::vector<OldFile> files = filesIn(file.parent_path());
    std::int64_t others = 0;
    for (const OldFile& other : files)
        if (isForgotten(other))
            fs::remove(other.path, code);
        else if (other.path.extension() == file.extension() && other.path != file)
            others += other.bytes;
    const auto available = static_cast<std::int64_t>(fs::space(file.parent_path(), code).available);
    const std::int64_t toGo = std::min(others, std::max<std::int64_t>(0, others + bytes - atMost));
    if (const std::int64_t most = (available + toGo) / 2; !code && bytes > most)
        return Error(ErrorKind::resources,
                     NS_MESSAGE("images.room",
                                "the decoded pictures would take {0} MiB of {1}, and at most half of the free space there, {2} "
                                "MiB, may be used for them; free some space"),
                     (bytes >> 20) + 1, file.parent_path().string(), most >> 20);
    for (const OldFile& other : files) {
        if (others == 0 || others + bytes <= atMost)
            break;
        if (other.path.extension() == file.extension() && other.path != file && fs::remove(other.path, code))
            others -= other.bytes;
    }
    return {};
}

void markOpened(const fs::path& file)
{
    std::error_code readOnly;
    fs::last_write_time(file, fs::file_time_type::clock::now(), readOnly);
}

} // namespace netsmith::data
