#include "engine/core/safe_file.h"

#include "engine/core/new_file_name.h"
#include "engine/core/open_folder.h"
#include "engine/core/system_reason.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace netsmith {
namespace {

namespace fs = std::filesystem;

Error notAFile(const fs::path& path)
{
    return Error(ErrorKind::input, NS_MESSAGE("file.kind", "{0} is not a regular file; choose another name"), path.string());
}

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd)
        : m_fd(fd)
    {
    }
    Descriptor(Descriptor&& other) noexcept
        : m_fd(std::exchange(other.m_fd, -1))
    {
    }
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~Descriptor() { close(); }

    bool isOpen() const { return m_fd >= 0; }
    int get() const { return m_fd; }
    void close()
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = -1;
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

/// Calls `take(block)` for the whole content of the open file; false, with errno set, where it can't be read.
template <class F>
bool eachBlock(int fd, F take)
{
    std::array<std::byte, 65536> block;
    off_t offset = 0;
    while (true) {
        const ssize_t count = ::pread(fd, block.data(), block.size(), offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count == 0;
        take(std::span<const std::byte>(block).first(static_cast<std::size_t>(count)));
        offset += count;
    }
}

/// A file that will get another name; removed unless it got it.
class NewFile {
public:
    NewFile(OpenFolder folder, mode_t mode)
        : m_folder(std::move(folder))
    {
        removeForgottenFiles(m_folder);
        do {
            m_name = newFileName();
            m_file = Descriptor(m_folder.openFile(m_name, O_RDWR | O_CREAT | O_EXCL, mode));
        } while (m_file.isOpen() ? !isKept() : errno == EEXIST);
        m_exists = m_file.isOpen();
    }
    ~NewFile()
    {
        if (m_exists)
            ::unlinkat(m_folder.descriptor(), m_name.c_str(), 0);
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    // Each is false, with errno set, when something went wrong.

    const OpenFolder& folder() const { return m_folder; }
    bool isOpen() const { return m_file.isOpen(); }
    bool append(std::span<const std::byte> content) { return writeAll(m_file.get(), content); }
    bool clear() { return ::ftruncate(m_file.get(), 0) == 0 && ::lseek(m_file.get(), 0, SEEK_SET) == 0; }
    bool sync() { return ::fsync(m_file.get()) == 0; }
    template <class F>
    bool readBack(F take) const
    {
        return eachBlock(m_file.get(), take);
    }
    bool setMode(mode_t mode) { return ::fchmod(m_file.get(), mode) == 0; }
    bool moveTo(const std::string& name)
    {
        // Closed, and thereby unlocked, only under its final name; it is synced, so closing can't fail any more.
        if (::renameat(m_folder.descriptor(), m_name.c_str(), m_folder.descriptor(), name.c_str()) != 0)
            return false;
        m_exists = false;
        m_file.close();
        return true;
    }

private:
    /// Locks the file; false if another program took it for a leftover just before. On a file system without locks nobody can.
    bool isKept() const
    {
        struct stat status { };
        return (::flock(m_file.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) && ::fstat(m_file.get(), &status) == 0
            && status.st_nlink > 0;
    }

    OpenFolder m_folder;
    std::string m_name;
    Descriptor m_file;
    bool m_exists = false;
};

/// What `path` names once links are followed, so that the file is replaced and not the link; empty if they form a loop.
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

/// Whether a link's target is in the link's own folder or below it. If the target's folder does not exist, opening it reports that.
bool staysInside(const fs::path& link, const fs::path& target)
{
    const auto folderOf = [](const fs::path& file, std::error_code& code) {
        return fs::canonical(file.has_parent_path() ? file.parent_path() : fs::path("."), code);
    };
    std::error_code code;
    const fs::path folder = folderOf(link, code), place = folderOf(target, code);
    return code || std::ranges::mismatch(folder, place).in1 == folder.end();
}

/// A file that will replace another: its destination, and what is checked before and done after. Throws what went wrong.
class Replacement {
public:
    explicit Replacement(const fs::path& path)
        : m_path(path)
    {
        const fs::path target = followLinks(path);
        if (target.empty())
            fail(path.empty() ? ENOENT : ELOOP);
        if (target != path && !staysInside(path, target))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("file.leads_out",
                                   "{0} is a link to {1}, outside its own folder, and nothing is written there through it; name "
                                   "{1} itself if you mean that file, or name another one"),
                        path.string(), target.lexically_normal().string());
        const Expected<OpenFolder> folder = OpenFolder::open(target.parent_path());
        if (!folder)
            fail(errno);
        begin(*folder, target.has_filename() ? target.filename().string() : ".");
    }
    Replacement(const OpenFolder& folder, const std::string& name)
        : m_path(folder.path() / name)
    {
        begin(folder, name);
    }

    void append(std::span<const std::byte> content) { must(m_file->append(content)); }
    void clear() { must(m_file->clear()); }

    /// `holds(file)` says whether the file on the disk is what was written.
    template <class F>
    void commit(F holds)
    {
        must(m_file->sync());
        if (!holds(*m_file))
            fail(EIO);
        must((!m_existed || m_file->setMode(m_status.st_mode & 07777)) && m_file->moveTo(m_name));
        if (!m_file->folder().sync())
            throw Error(systemErrorKind(errno),
                        NS_MESSAGE("file.sync", "{0} was written, but may not have reached the disk: {1}; check the disk"),
                        m_path.string(), systemReason(errno));
    }

private:
    void begin(const OpenFolder& folder, const std::string& name)
    {
        m_name = name;
        m_existed = folder.status(name, m_status);
        if (!m_existed && errno != ENOENT)
            fail(errno);
        if (m_existed && S_ISLNK(m_status.st_mode))
            throw linkError(m_path);
        if (m_existed && !S_ISREG(m_status.st_mode))
            throw notAFile(m_path);
        // AT_EACCESS: for the effective user, who need not be the one who started the program.
        if (m_existed && ::faccessat(folder.descriptor(), name.c_str(), W_OK, AT_EACCESS | AT_SYMLINK_NOFOLLOW) != 0)
            fail(errno);
        m_file.emplace(folder, m_existed ? m_status.st_mode & 0777 : 0666);
        must(m_file->isOpen());
    }
    void must(bool done) const
    {
        if (!done)
            fail(errno);
    }
    [[noreturn]] void fail(int code) const
    {
        const Message advice = systemAdvice(code);
        throw Error(systemErrorKind(code),
                    NS_MESSAGE("file.write", "can't write {0}: {1}; the previous contents are unchanged; {2}"), m_path.string(),
                    systemReason(code),
                    isOfItsPlace(code) ? Message(NS_MESSAGE("file.elsewhere", "{0} or choose another folder"), advice) : advice);
    }

    fs::path m_path;
    std::string m_name;
    struct stat m_status { };
    bool m_existed = false;
    std::optional<NewFile> m_file;
};

using Pieces = std::span<const std::span<const std::byte>>;

/// Whether the file holds exactly these pieces.
bool holdsAll(const NewFile& file, Pieces pieces)
{
    bool same = true;
    std::span<const std::byte> rest;
    const bool read = file.readBack([&](std::span<const std::byte> block) {
        while (same && !block.empty()) {
            for (; rest.empty() && !pieces.empty(); pieces = pieces.subspan(1))
                rest = pieces.front();
            const std::size_t count = std::min(block.size(), rest.size());
            same = count > 0 && std::memcmp(block.data(), rest.data(), count) == 0;
            block = block.subspan(count);
            rest = rest.subspan(count);
        }
    });
    return read && same && rest.empty() && std::ranges::all_of(pieces, [](const auto& piece) { return piece.empty(); });
}

void writeAndCommit(Replacement file, Pieces pieces)
{
    for (const std::span<const std::byte> piece : pieces)
        file.append(piece);
    file.commit([&](const NewFile& written) { return holdsAll(written, pieces); });
}

} // namespace

Expected<void> writeFileSafely(const fs::path& path, std::span<const std::byte> content)
try {
    writeAndCommit(Replacement(path), {&content, 1});
    return {};
} catch (const Error& error) {
    return error;
}

Expected<void> writeFileSafely(const fs::path& path, std::string_view content)
{
    return writeFileSafely(path, std::as_bytes(std::span(content)));
}

Expected<void> writeFileSafely(const OpenFolder& folder, const std::string& name, Pieces pieces)
try {
    writeAndCommit(Replacement(folder, name), pieces);
    return {};
} catch (const Error& error) {
    return error;
}

Expected<void> writeFileSafely(const OpenFolder& folder, const std::string& name, std::span<const std::byte> content)
{
    return writeFileSafely(folder, name, Pieces(&content, 1));
}

Expected<void> writeFileSafely(const OpenFolder& folder, const std::string& name, std::string_view content)
{
    return writeFileSafely(folder, name, std::as_bytes(std::span(content)));
}

class SafeFileWriter::Content {
public:
    explicit Content(const fs::path& path)
        : m_file(path)
    {
    }

    void append(std::span<const std::byte> piece)
    {
        m_file.append(piece);
        m_hash.add(piece);
        m_size += piece.size();
    }
    void clear()
    {
        m_file.clear();
        m_hash.clear();
        m_size = 0;
    }
    std::uint64_t size() const { return m_size; }
    std::string sha256() const { return m_hash.text(); }
    void commit()
    {
        m_file.commit([this](const NewFile& written) {
            Sha256 found;
            return written.readBack([&](std::span<const std::byte> block) { found.add(block); }) && found.text() == m_hash.text();
        });
    }

private:
    Replacement m_file;
    Sha256 m_hash;
    std::uint64_t m_size = 0;
};

SafeFileWriter::SafeFileWriter(std::unique_ptr<Content> content)
    : m_content(std::move(content))
{
}
SafeFileWriter::SafeFileWriter(SafeFileWriter&&) noexcept = default;
SafeFileWriter& SafeFileWriter::operator=(SafeFileWriter&&) noexcept = default;
SafeFileWriter::~SafeFileWriter() = default;

Expected<SafeFileWriter> SafeFileWriter::open(const fs::path& path)
try {
    return SafeFileWriter(std::make_unique<Content>(path));
} catch (const Error& error) {
    return error;
}

Expected<void> SafeFileWriter::append(std::span<const std::byte> piece)
try {
    m_content->append(piece);
    return {};
} catch (const Error& error) {
    return error;
}

Expected<void> SafeFileWriter::clear()
try {
    m_content->clear();
    return {};
} catch (const Error& error) {
    return error;
}

std::uint64_t SafeFileWriter::size() const
{
    return m_content->size();
}

std::string SafeFileWriter::sha256() const
{
    return m_content->sha256();
}

Expected<void> SafeFileWriter::commit()
try {
    m_content->commit();
    return {};
} catch (const Error& error) {
    return error;
}

namespace {

constexpr auto readFailed = NS_MESSAGE("file.read", "can't read {0}: {1}");

/// Opens a regular file; `status` is what it is.
Expected<void> openForReading(const fs::path& path, Descriptor& file, struct stat& status)
{
    file = Descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (!file.isOpen() || ::fstat(file.get(), &status) != 0)
        return Error(ErrorKind::input, readFailed, path.string(), systemReason(errno));
    if (S_ISDIR(status.st_mode))
        return Error(ErrorKind::input, NS_MESSAGE("file.folder", "{0} is a folder; name a file"), path.string());
    if (!S_ISREG(status.st_mode))
        return notAFile(path);
    return {};
}

} // namespace

Expected<std::vector<std::byte>> readFile(const fs::path& path, std::uint64_t limit)
{
    Descriptor file;
    struct stat status { };
    if (auto opened = openForReading(path, file, status); !opened)
        return opened.error();
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > limit)
        return Error(ErrorKind::input, NS_MESSAGE("file.size", "{0} has {1:byte|bytes}; at most {2} are read here"), path.string(),
                     size, limit);
    if (size > machineMemory())
        return Error(ErrorKind::resources, NS_MESSAGE("file.memory", "{0} has {1:byte|bytes}, more than this machine's memory"),
                     path.string(), size);
    std::vector<std::byte> content(size);
    std::size_t got = 0;
    while (got < content.size()) {
        const ssize_t count = ::read(file.get(), content.data() + got, content.size() - got);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return Error(ErrorKind::input, readFailed, path.string(), systemReason(errno));
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

Expected<std::string> sha256OfFile(const fs::path& path)
{
    Descriptor file;
    struct stat status { };
    if (auto opened = openForReading(path, file, status); !opened)
        return opened.error();
    Sha256 hash;
    if (!eachBlock(file.get(), [&](std::span<const std::byte> block) { hash.add(block); }))
        return Error(ErrorKind::input, readFailed, path.string(), systemReason(errno));
    return hash.text();
}

} // namespace netsmith
