#include "engine/core/files/open_folder.h"

#include "engine/core/system_reason.h"

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace netsmith {
namespace {

namespace fs = std::filesystem;

constexpr int folderFlags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

Error cantOpen(const fs::path& path, int code)
{
    return Error(isOfItsPlace(code) ? ErrorKind::input : ErrorKind::resources,
                 NS_MESSAGE("folder.open", "can't open the folder {0}: {1}"), path.string(), systemReason(code));
}

Error refusal(const fs::path& path, int code)
{
    return code == ELOOP ? linkError(path) : cantOpen(path, code);
}

/// Whether a name is a single component that does not lead upwards; else errno is set.
bool isOnePart(const std::string& name)
{
    errno = EISDIR;
    return name != ".." && name.find('/') == std::string::npos;
}

struct CloseListing {
    void operator()(DIR* listing) const { ::closedir(listing); }
};
using Listing = std::unique_ptr<DIR, CloseListing>;

/// A folder's names, to be read; none, with errno set, if it can't be read.
Listing listingOf(int folder, const char* name)
{
    const int fd = ::openat(folder, name, O_RDONLY | folderFlags);
    Listing listing(fd >= 0 ? ::fdopendir(fd) : nullptr);
    if (fd >= 0 && !listing)
        ::close(fd);
    return listing;
}

std::vector<std::string> namesIn(DIR* listing)
{
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(listing))
        if (const std::string name = entry->d_name; name != "." && name != "..")
            names.push_back(name);
    return names;
}

/// Returns errno, or 0.
int removeAll(int folder, const char* name)
{
    if (::unlinkat(folder, name, 0) == 0)
        return 0;
    const int code = errno;
    if (code != EISDIR && code != EPERM)
        return code;
    const Listing listing = listingOf(folder, name);
    if (!listing)
        return errno == ENOTDIR ? code : errno;
    for (const std::string& inner : namesIn(listing.get()))
        if (const int failed = removeAll(::dirfd(listing.get()), inner.c_str()); failed != 0 && failed != ENOENT)
            return failed;
    return ::unlinkat(folder, name, AT_REMOVEDIR) == 0 ? 0 : errno;
}

} // namespace

Error linkError(const fs::path& path)
{
    return Error(ErrorKind::input,
                 NS_MESSAGE("file.link",
                            "{0} is a symbolic link; nothing in a folder of runs is written, moved or removed through a link: "
                            "replace it with the folder that it points to, or choose another folder"),
                 path.string());
}

OpenFolder::OpenFolder(fs::path path, int descriptor)
    : m_path(std::move(path))
    , m_descriptor(new int(descriptor), [](const int* fd) {
        ::close(*fd);
        delete fd;
    })
{
}

Expected<OpenFolder> OpenFolder::open(const fs::path& path)
{
    // O_PATH: a user who may not list a folder may still write a file of a known name in it.
    const int fd = ::open(path.empty() ? "." : path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0)
        return OpenFolder(path, fd);
    const int code = errno;
    Error error = cantOpen(path, code);
    errno = code;
    return error;
}

/// Becomes the folder `below`; returns errno, or 0; on failure `m_path` is the part that failed.
int OpenFolder::goInside(const fs::path& below, bool makes)
{
    for (const fs::path& part : below) {
        if (part.empty() || part == ".")
            continue;
        const fs::path path = m_path / part;
        if (!isOnePart(part.native()) || (makes && ::mkdirat(descriptor(), part.c_str(), 0777) != 0 && errno != EEXIST)) {
            m_path = path;
            return errno;
        }
        const int fd = ::openat(descriptor(), part.c_str(), O_PATH | folderFlags);
        if (fd < 0) {
            const int code = errno;
            struct stat there { };
            const bool isFile = status(part, there) && !S_ISLNK(there.st_mode) && !S_ISDIR(there.st_mode);
            m_path = path;
            return code == ENOTDIR && !isFile ? ELOOP : code; // Linux reports a link, too, as not a folder
        }
        *this = OpenFolder(path, fd);
    }
    return 0;
}

Expected<OpenFolder> OpenFolder::inside(const fs::path& below) const
{
    OpenFolder folder = *this;
    const int code = folder.goInside(below, false);
    return code == 0 ? Expected<OpenFolder>(std::move(folder)) : refusal(folder.m_path, code);
}

Expected<std::optional<OpenFolder>> OpenFolder::find(const fs::path& below) const
{
    OpenFolder folder = *this;
    const int code = folder.goInside(below, false);
    if (code == ENOENT || code == ENOTDIR)
        return std::optional<OpenFolder>();
    return code == 0 ? Expected<std::optional<OpenFolder>>(std::move(folder)) : refusal(folder.m_path, code);
}

Expected<OpenFolder> OpenFolder::make(const fs::path& below) const
{
    OpenFolder folder = *this;
    const int code = folder.goInside(below, true);
    if (code == ELOOP)
        return linkError(folder.m_path);
    if (code != 0)
        return Error(systemErrorKind(code), NS_MESSAGE("folder.make", "can't make the folder {0}: {1}; choose another one"),
                     (m_path / below).string(), systemReason(code));
    return folder;
}

int OpenFolder::openFile(const std::string& name, int flags, mode_t mode) const
{
    return isOnePart(name) ? ::openat(descriptor(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, mode) : -1;
}

bool OpenFolder::status(const std::string& name, struct stat& status) const
{
    return isOnePart(name) && ::fstatat(descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

bool OpenFolder::holds(const std::string& name) const
{
    struct stat there { };
    return status(name, there);
}

Expected<bool> OpenFolder::remove(const std::string& name) const
{
    const int code = isOnePart(name) && name != "." ? removeAll(descriptor(), name.c_str()) : errno;
    if (code != 0 && code != ENOENT)
        return Error(ErrorKind::resources, NS_MESSAGE("folder.remove", "can't remove {0}: {1}"), (m_path / name).string(),
                     systemReason(code));
    return code == 0;
}

std::vector<std::string> OpenFolder::names() const
{
    const Listing listing = listingOf(descriptor(), ".");
    return listing ? namesIn(listing.get()) : std::vector<std::string>();
}

bool OpenFolder::sync() const
{
    const int fd = openFile(".", O_RDONLY | O_DIRECTORY);
    const bool synced = fd < 0 || ::fsync(fd) == 0 || errno == EINVAL; // a file system without fsync for folders
    const int code = errno;
    if (fd >= 0)
        ::close(fd);
    errno = code;
    return synced;
}

} // namespace netsmith
