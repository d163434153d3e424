#include "engine/core/files/new_file_name.h"

#include "engine/core/files/open_folder.h"

#include <atomic>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace netsmith {
namespace {

constexpr std::string_view newPrefix = ".netsmith-", newSuffix = ".new";

bool isNewName(std::string_view name)
{
    if (!name.starts_with(newPrefix) || !name.ends_with(newSuffix) || name.size() < newPrefix.size() + newSuffix.size())
        return false;
    name = name.substr(newPrefix.size(), name.size() - newPrefix.size() - newSuffix.size());
    const std::size_t dash = name.find('-');
    const auto isNumber = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return dash != std::string_view::npos && isNumber(name.substr(0, dash)) && isNumber(name.substr(dash + 1));
}

/// Removes a file of ours unless somebody has its lock, or it got another name meanwhile. Follows no link.
void removeUnlessHeld(const OpenFolder& folder, const std::string& name)
{
    const int fd = folder.openFile(name, O_RDONLY | O_NONBLOCK);
    if (fd < 0)
        return;
    struct stat file {
    }, there{};
    if (::fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && file.st_uid == ::geteuid() && ::flock(fd, LOCK_EX | LOCK_NB) == 0
        && folder.status(name, there) && there.st_dev == file.st_dev && there.st_ino == file.st_ino)
        ::unlinkat(folder.descriptor(), name.c_str(), 0);
    ::close(fd);
}

} // namespace

std::string newFileName()
{
    static std::atomic<unsigned> counter{0};
    return std::string(newPrefix) + std::to_string(::getpid()) + '-' + std::to_string(counter++) + std::string(newSuffix);
}

void removeForgottenFiles(const OpenFolder& folder)
{
    constexpr std::size_t mostRemembered = 64; // a training makes a folder for each checkpoint
    static std::mutex mutex;
    static std::set<std::filesystem::path> done;
    const std::scoped_lock lock(mutex);
    if (done.contains(folder.path()))
        return;
    if (done.size() == mostRemembered)
        done.clear();
    done.insert(folder.path());
    for (const std::string& name : folder.names())
        if (isNewName(name))
            removeUnlessHeld(folder, name);
}

} // namespace netsmith
