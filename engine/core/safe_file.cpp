#include "engine/core/safe_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

namespace netsmith {
namespace {

namespace fs = std::filesystem;

ErrorKind kindOf(int code)
{
    switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EROFS:
    case EIO: return ErrorKind::resources;
    case ENOENT:
    case EISDIR:
    case ENOTDIR:
    case ENAMETOOLONG: return ErrorKind::input;
    default: return ErrorKind::failed;
    }
}

Error systemError(MessageTemplate sentence, const fs::path& path, int code)
{
    return Error(kindOf(code), sentence, path.string(), std::strerror(code));
}

Error writeError(const fs::path& path, int code)
{
    return systemError(NS_MESSAGE("file.write",
                                  "can't write {0}: {1}; what was there before is unchanged; free some space or choose "
                                  "another folder"),
                       path, code);
}

class Descriptor {
public:
    Descriptor(const fs::path& path, int flags, mode_t mode = 0)
        : m_fd(::open(path.c_str(), flags | O_CLOEXEC, mode))
    {
    }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    bool isOpen() const { return m_fd >= 0; }
    int get() const { return m_fd; }
    int close()
    {
        const int result = m_fd >= 0 ? ::close(m_fd) : 0;
        m_fd = -1;
        return result;
    }

private:
    int m_fd;
};

bool writeAll(int fd, std::span<const std::byte> content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(fd, content.data(), content.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            if (written == 0)
                errno = ENOSPC;
            return false;
        }
        content = content.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

/// Fills `path`, or says with errno's value why not.
int writeAndVerify(const fs::path& path, std::span<const std::byte> content)
{
    Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (!file.isOpen() || !writeAll(file.get(), content) || ::fsync(file.get()) != 0 || file.close() != 0)
        return errno;
    const auto back = readFile(path, content.size());
    return back && std::ranges::equal(*back, content) ? 0 : EIO;
}

} // namespace

Expected<void> writeFileSafely(const fs::path& path, std::span<const std::byte> content)
{
    // A link is followed, so that the file it names is replaced and not the link.
    std::error_code ignored;
    const fs::path target = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored) : path;
    const fs::path directory = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const fs::path temporary = directory / ("." + target.filename().string() + "." + std::to_string(::getpid()) + ".new");

    struct stat status { };
    const bool existed = ::stat(target.c_str(), &status) == 0;
    int code = existed && S_ISDIR(status.st_mode) ? EISDIR : writeAndVerify(temporary, content);
    if (code == 0 && existed && ::chmod(temporary.c_str(), status.st_mode & 07777) != 0)
        code = errno;
    if (code == 0 && ::rename(temporary.c_str(), target.c_str()) != 0)
        code = errno;
    if (code != 0) {
        ::unlink(temporary.c_str());
        return writeError(path, code);
    }
    Descriptor folder(directory, O_RDONLY | O_DIRECTORY);
    if (!folder.isOpen() || ::fsync(folder.get()) != 0)
        return writeError(path, errno);
    return {};
}

Expected<void> writeFileSafely(const fs::path& path, std::string_view content)
{
    return writeFileSafely(path, std::as_bytes(std::span(content)));
}

Expected<std::vector<std::byte>> readFile(const fs::path& path, std::uint64_t limit)
{
    constexpr auto readFailed = NS_MESSAGE("file.read", "can't read {0}: {1}");
    Descriptor file(path, O_RDONLY | O_NONBLOCK);
    struct stat status { };
    if (!file.isOpen() || ::fstat(file.get(), &status) != 0)
        return Error(ErrorKind::input, readFailed, path.string(), std::strerror(errno));
    if (!S_ISREG(status.st_mode))
        return Error(ErrorKind::input, NS_MESSAGE("file.kind", "{0} is not a regular file"), path.string());
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > limit)
        return Error(ErrorKind::input, NS_MESSAGE("file.size", "{0} has {1} bytes; at most {2} are read here"), path.string(), size,
                     limit);
    std::vector<std::byte> content(size);
    std::size_t got = 0;
    while (got < content.size()) {
        const ssize_t count = ::read(file.get(), content.data() + got, content.size() - got);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return Error(ErrorKind::input, readFailed, path.string(), std::strerror(errno));
        if (count == 0)
            break;
        got += static_cast<std::size_t>(count);
    }
    content.resize(got);
    return content;
}

Expected<std::string> readTextFile(const fs::path& path, std::uint64_t limit)
{
    const auto bytes = readFile(path, limit);
    if (!bytes)
        return bytes.error();
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

std::string sha256(std::span<const std::byte> content)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    EVP_Digest(content.data(), content.size(), digest, &length, EVP_sha256(), nullptr);
    std::string out;
    for (unsigned i = 0; i < length; ++i) {
        constexpr char digits[] = "0123456789abcdef";
        out += digits[digest[i] >> 4];
        out += digits[digest[i] & 15];
    }
    return out;
}

} // namespace netsmith
