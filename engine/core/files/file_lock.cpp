#include "engine/core/files/file_lock.h"

#include "engine/core/error.h"
#include "engine/core/system_reason.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace netsmith {

/// Whether the open file still has its name: the previous holder of the lock may have removed it.
bool FileLock::hasItsName() const
{
    struct stat mine {
    }, there{};
    return ::fstat(m_fd, &mine) == 0 && m_folder.status(m_name, there) && mine.st_dev == there.st_dev
        && mine.st_ino == there.st_ino;
}

FileLock::FileLock(OpenFolder folder, std::string name)
    : m_folder(std::move(folder))
    , m_name(std::move(name))
{
    while (true) {
        m_fd = m_folder.openFile(m_name, O_RDWR | O_CREAT, 0666);
        int locked = -1;
        while (m_fd >= 0 && (locked = ::flock(m_fd, LOCK_EX)) != 0 && errno == EINTR) { }
        const int code = errno;
        if (locked == 0 && hasItsName())
            return;
        if (m_fd >= 0)
            ::close(m_fd);
        if (locked != 0)
            throw Error(ErrorKind::resources,
                        NS_MESSAGE("file.lock", "can't make the lock {0}: {1}; what it protects is unchanged"),
                        (m_folder.path() / m_name).string(), systemReason(code));
    }
}

FileLock::~FileLock()
{
    ::unlinkat(m_folder.descriptor(), m_name.c_str(), 0); // while it is locked, so it is ours
    ::close(m_fd);
}

} // namespace netsmith
