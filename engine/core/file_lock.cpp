#include "engine/core/file_lock.h"

#include "engine/core/error.h"
#include "engine/core/system_reason.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace netsmith {
namespace {

/// Whether the open file still has its name: who held the lock before may have removed it.
bool hasItsName(int fd, const std::filesystem::path& path)
{
    struct stat mine {
    }, there{};
    return ::fstat(fd, &mine) == 0 && ::lstat(path.c_str(), &there) == 0 && mine.st_dev == there.st_dev
        && mine.st_ino == there.st_ino;
}

} // namespace

FileLock::FileLock(std::filesystem::path path)
    : m_path(std::move(path))
{
    while (true) {
        m_fd = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        int locked = -1;
        while (m_fd >= 0 && (locked = ::flock(m_fd, LOCK_EX)) != 0 && errno == EINTR) { }
        const int code = errno;
        if (locked == 0 && hasItsName(m_fd, m_path))
            return;
        if (m_fd >= 0)
            ::close(m_fd);
        if (locked != 0)
            throw Error(ErrorKind::resources,
                        NS_MESSAGE("file.lock", "can't make the lock {0}: {1}; what it protects is unchanged"), m_path.string(),
                        systemReason(code));
    }
}

FileLock::~FileLock()
{
    ::unlink(m_path.c_str()); // while it is locked, so that it is ours
    ::close(m_fd);
}

} // namespace netsmith
