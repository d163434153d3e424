#include "engine/train/store/folder_move.h"

#include "engine/core/system_reason.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace netsmith::train {
namespace {

namespace fs = std::filesystem;

void syncFolder(const fs::path& path)
{
    if (const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); fd >= 0) {
        ::fsync(fd); // a file system that can't is as good as it gets
        ::close(fd);
    }
}

} // namespace

Expected<void> makeFolder(const fs::path& path)
{
    std::error_code code;
    fs::create_directories(path, code);
    if (code || !fs::is_directory(path, code))
        return Error(systemErrorKind(code ? code.value() : ENOTDIR),
                     NS_MESSAGE("folder.make", "can't make the folder {0}: {1}; choose another one"), path.string(),
                     systemReason(code ? code.value() : ENOTDIR));
    return {};
}

NewFolder::NewFolder(fs::path path)
    : m_path(std::move(path))
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
    makeFolder(m_path).take();
}

NewFolder::~NewFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

Expected<void> moveFolder(const fs::path& from, const fs::path& to)
{
    std::error_code ignored;
    bool moved = false;
    if (fs::exists(to, ignored)) {
        moved = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0;
        if (moved || errno == EINVAL || errno == ENOSYS) // a file system that knows no exchange leaves a moment without either
            fs::remove_all(moved ? from : to, ignored);
    }
    if (!moved && ::rename(from.c_str(), to.c_str()) != 0)
        return Error(systemErrorKind(errno), NS_MESSAGE("folder.move", "can't put {0} in its place: {1}"), to.string(),
                     systemReason(errno));
    syncFolder(to.parent_path());
    return {};
}

} // namespace netsmith::train
