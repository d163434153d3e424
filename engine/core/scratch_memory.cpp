#include "engine/core/scratch_memory.h"

#include "engine/core/system_reason.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace netsmith {
namespace {

/// A file that has no name, or loses it at once if the file system does not support that; −1 and `errno` on failure.
int openNameless(const std::filesystem::path& folder)
{
    const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return file;
    std::string name = (folder / ".netsmith-XXXXXX").string();
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0)
        ::unlink(name.c_str());
    return named;
}

Error noRoom(const std::filesystem::path& folder, std::size_t size, int code)
{
    return Error(ErrorKind::resources,
                 NS_MESSAGE("scratch.room", "{0} MiB do not fit in memory and can't be stored temporarily in {1}: {2}"),
                 static_cast<std::int64_t>(size >> 20) + 1, folder.string(), systemReason(code));
}

} // namespace

Expected<std::shared_ptr<std::byte[]>> scratchMemory(const std::filesystem::path& folder, std::size_t size)
{
    if (size == 0)
        return std::shared_ptr<std::byte[]>();
    const int file = openNameless(folder);
    if (file < 0)
        return noRoom(folder, size, errno);
    // A page that finds no space when it is written back would be lost.
    int code = ::posix_fallocate(file, 0, static_cast<off_t>(size));
    void* start = MAP_FAILED;
    if (code == 0) {
        start = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        code = errno;
    }
    ::close(file);
    if (start == MAP_FAILED)
        return noRoom(folder, size, code);
    return std::shared_ptr<std::byte[]>(static_cast<std::byte*>(start), [size](std::byte* bytes) { ::munmap(bytes, size); });
}

Expected<void> settle(std::span<const std::byte> scratch)
{
    if (!scratch.empty() && ::msync(const_cast<std::byte*>(scratch.data()), scratch.size(), MS_SYNC) != 0)
        return Error(ErrorKind::resources,
                     NS_MESSAGE("scratch.lost", "temporary data that does not fit in memory could not be written to disk: {0}"),
                     systemReason(errno));
    return {};
}

} // namespace netsmith
