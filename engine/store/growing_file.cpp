#include "engine/store/growing_file.h"

#include "engine/core/system_reason.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace netsmith {
namespace {

namespace fs = std::filesystem;

Error failed(const fs::path& path, int code)
{
    return Error(systemErrorKind(code), NS_MESSAGE("log.write", "can't write {0}: {1}; {2}, then resume the run"), path.string(),
                 systemReason(code), systemAdvice(code));
}

bool writeAll(int fd, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            if (written == 0)
                errno = ENOSPC;
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

Expected<GrowingFile> GrowingFile::create(const OpenFolder& folder, const std::string& name)
{
    const int fd = folder.openFile(name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0666);
    if (fd < 0)
        return failed(folder.path() / name, errno);
    return GrowingFile(folder.path() / name, fd, 0);
}

Expected<GrowingFile> GrowingFile::cutBack(const OpenFolder& folder, const std::string& name, std::int64_t size)
{
    const fs::path path = folder.path() / name;
    const int fd = folder.openFile(name, O_WRONLY | O_APPEND);
    if (fd < 0)
        return errno == ELOOP ? linkError(path) : failed(path, errno);
    GrowingFile file(path, fd, size);
    if (::ftruncate(fd, static_cast<off_t>(size)) != 0)
        return failed(path, errno);
    return file;
}

GrowingFile::GrowingFile(GrowingFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_fd(std::exchange(other.m_fd, -1))
    , m_size(other.m_size)
{
}

GrowingFile& GrowingFile::operator=(GrowingFile&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_fd, other.m_fd);
    std::swap(m_size, other.m_size);
    return *this;
}

GrowingFile::~GrowingFile()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

Expected<void> GrowingFile::append(std::string_view bytes)
{
    if (!writeAll(m_fd, bytes)) {
        const int code = errno;
        if (::ftruncate(m_fd, static_cast<off_t>(m_size)) != 0)
            return failed(m_path, errno);
        return failed(m_path, code);
    }
    m_size += static_cast<std::int64_t>(bytes.size());
    return {};
}

Expected<void> GrowingFile::sync()
{
    if (::fsync(m_fd) != 0 && errno != EINVAL) // a pipe or a special file can't be synced
        return failed(m_path, errno);
    return {};
}

} // namespace netsmith
