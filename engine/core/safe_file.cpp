#include "engine/core/safe_file.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
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
    case EACCES:
    case EPERM:
    case EIO: return ErrorKind::resources;
    case ENOENT:
    case ENOTDIR:
    case ELOOP:
    case ENAMETOOLONG: return ErrorKind::input;
    default: return ErrorKind::failed;
    }
}

Error notAFile(const fs::path& path)
{
    return Error(ErrorKind::input, NS_MESSAGE("file.kind", "{0} is not a regular file; choose another name"), path.string());
}

class Descriptor {
public:
    Descriptor() = default;
    Descriptor(const fs::path& path, int flags, mode_t mode = 0) { open(path, flags, mode); }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    bool isOpen() const { return m_fd >= 0; }
    int get() const { return m_fd; }
    void open(const fs::path& path, int flags, mode_t mode)
    {
        close();
        m_fd = ::open(path.c_str(), flags | O_CLOEXEC, mode);
    }
    int close()
    {
        const int result = m_fd >= 0 ? ::close(m_fd) : 0;
        m_fd = -1;
        return result;
    }

private:
    int m_fd = -1;
};

std::uint64_t machineMemory()
{
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

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

bool holds(int fd, std::span<const std::byte> content)
{
    std::array<std::byte, 65536> block;
    off_t offset = 0;
    while (true) {
        const ssize_t count = ::pread(fd, block.data(), block.size(), offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count == 0 && content.empty();
        const auto got = std::span(block).first(static_cast<std::size_t>(count));
        if (got.size() > content.size() || !std::ranges::equal(got, content.first(got.size())))
            return false;
        content = content.subspan(got.size());
        offset += count;
    }
}

/// A file that is to appear under another name; removed unless it got there.
class NewFile {
public:
    explicit NewFile(const fs::path& directory)
    {
        // A short name of its own, so that the longest name has room and two writers never meet.
        static std::atomic<unsigned> counter{0};
        do {
            m_path = directory / (".netsmith-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".new");
            m_file.open(m_path, O_RDWR | O_CREAT | O_EXCL, 0666);
        } while (!m_file.isOpen() && errno == EEXIST);
        m_exists = m_file.isOpen();
    }
    ~NewFile()
    {
        if (m_exists)
            ::unlink(m_path.c_str());
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    // Each is false, with errno set, when something went wrong.

    bool fill(std::span<const std::byte> content)
    {
        if (!m_file.isOpen() || !writeAll(m_file.get(), content) || ::fsync(m_file.get()) != 0)
            return false;
        if (holds(m_file.get(), content))
            return true;
        errno = EIO;
        return false;
    }
    bool setMode(mode_t mode) { return ::fchmod(m_file.get(), mode) == 0; }
    bool moveTo(const fs::path& target)
    {
        if (m_file.close() != 0 || ::rename(m_path.c_str(), target.c_str()) != 0)
            return false;
        m_exists = false;
        return true;
    }

private:
    fs::path m_path;
    Descriptor m_file;
    bool m_exists = false;
};

/// What `path` names once links are followed, so that the file is replaced and not the link; empty when they go round.
fs::path followLinks(fs::path path)
{
    std::error_code ignored;
    for (int links = 0; links < 40; ++links) {
        if (!fs::is_symlink(path, ignored))
            return path;
        path = path.parent_path() / fs::read_symlink(path, ignored);
    }
    return {};
}

} // namespace

Expected<void> writeFileSafely(const fs::path& path, std::span<const std::byte> content)
{
    const auto failed = [&](int code) {
        return Error(
            kindOf(code),
            NS_MESSAGE("file.write",
                       "can't write {0}: {1}; what was there before is unchanged; free some space or choose another folder"),
            path.string(), std::strerror(code));
    };
    const fs::path target = followLinks(path);
    if (target.empty())
        return failed(path.empty() ? ENOENT : ELOOP);
    const fs::path directory = target.has_parent_path() ? target.parent_path() : fs::path(".");

    struct stat status { };
    const bool existed = ::stat(target.c_str(), &status) == 0;
    if (existed && !S_ISREG(status.st_mode))
        return notAFile(path);
    if (existed && ::access(target.c_str(), W_OK) != 0)
        return failed(errno);
    NewFile file(directory);
    if (!file.fill(content) || (existed && !file.setMode(status.st_mode & 07777)) || !file.moveTo(target))
        return failed(errno);

    // A file system that knows no fsync on folders answers EINVAL.
    const Descriptor folder(directory, O_RDONLY | O_DIRECTORY);
    if (folder.isOpen() && ::fsync(folder.get()) != 0 && errno != EINVAL)
        return Error(kindOf(errno),
                     NS_MESSAGE("file.sync", "{0} is written, but {1} kept it from reaching the disk for certain; check the disk"),
                     path.string(), std::strerror(errno));
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
        return notAFile(path);
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > limit)
        return Error(ErrorKind::input, NS_MESSAGE("file.size", "{0} has {1} bytes; at most {2} are read here"), path.string(), size,
                     limit);
    if (size > machineMemory())
        return Error(ErrorKind::resources, NS_MESSAGE("file.memory", "{0} has {1} bytes, more than this machine's memory"),
                     path.string(), size);
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
