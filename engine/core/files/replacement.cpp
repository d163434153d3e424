#include "engine/core/files/replacement.h"

#include "engine/core/files/descriptor.h"
#include "engine/core/files/new_file_name.h"
#include "engine/core/files/open_folder.h"
#include "engine/core/system_reason.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <unistd.h>

namespace netsmith {

namespace fs = std::filesystem;

Error notAFile(const fs::path& path)
{
    return Error(ErrorKind::input, NS_MESSAGE("file.kind", "{0} is not a regular file; choose another name"), path.string());
}

/// A file that will get another name; removed unless it got it.
class Replacement::NewFile {
public:
    NewFile(OpenFolder folder, mode_t mode, PageCache cache)
        : m_folder(std::move(folder))
    {
        removeForgottenFiles(m_folder);
        do {
            m_name = newFileName();
            m_file = Descriptor(m_folder.openFile(m_name, O_RDWR | O_CREAT | O_EXCL, mode));
        } while (m_file.isOpen() ? !isKept() : errno == EEXIST);
        m_exists = m_file.isOpen();
        m_blocks.emplace(m_file.get(), cache);
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
    bool append(std::span<const std::byte> content) { return m_blocks->append(content); }
    bool clear()
    {
        m_blocks->clear();
        return ::ftruncate(m_file.get(), 0) == 0 && ::lseek(m_file.get(), 0, SEEK_SET) == 0;
    }
    bool sync() { return m_blocks->finish() && ::fsync(m_file.get()) == 0; }
    bool readBack(const Blocks& take) const { return readBlocks(m_file.get(), take); }
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
    std::optional<BlockWriter> m_blocks;
};

namespace {

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

} // namespace

Replacement::Replacement(const fs::path& path)
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
    begin(*folder, target.has_filename() ? target.filename().string() : ".", PageCache::used);
}

Replacement::Replacement(const OpenFolder& folder, const std::string& name, PageCache cache)
    : m_path(folder.path() / name)
{
    begin(folder, name, cache);
}

Replacement::~Replacement() = default;

void Replacement::begin(const OpenFolder& folder, const std::string& name, PageCache cache)
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
    m_file = std::make_unique<NewFile>(folder, m_existed ? m_status.st_mode & 0777 : 0666, cache);
    must(m_file->isOpen());
}

void Replacement::append(std::span<const std::byte> content)
{
    must(m_file->append(content));
}

void Replacement::clear()
{
    must(m_file->clear());
}

void Replacement::commit(const Blocks& readBack, const std::function<bool()>& isWhatWasWritten)
{
    must(m_file->sync() && m_file->readBack(readBack));
    if (!isWhatWasWritten())
        fail(EIO);
    must((!m_existed || m_file->setMode(m_status.st_mode & 07777)) && m_file->moveTo(m_name));
    if (!m_file->folder().sync())
        throw Error(systemErrorKind(errno),
                    NS_MESSAGE("file.sync", "{0} was written, but may not have reached the disk: {1}; check the disk"),
                    m_path.string(), systemReason(errno));
}

void Replacement::must(bool done) const
{
    if (!done)
        fail(errno);
}

void Replacement::fail(int code) const
{
    const Message advice = systemAdvice(code);
    throw Error(systemErrorKind(code), NS_MESSAGE("file.write", "can't write {0}: {1}; the previous contents are unchanged; {2}"),
                m_path.string(), systemReason(code),
                isOfItsPlace(code) ? Message(NS_MESSAGE("file.elsewhere", "{0} or choose another folder"), advice) : advice);
}

} // namespace netsmith
