#include "engine/core/files/safe_file.h"

#include "engine/core/files/descriptor.h"
#include "engine/core/files/open_folder.h"
#include "engine/core/files/replacement.h"
#include "engine/core/system_reason.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace netsmith {
namespace {

namespace fs = std::filesystem;

void writeAndCommit(Replacement& file, std::span<const std::byte> content)
{
    file.append(content);
    bool same = true;
    file.commit(
        [&](std::span<const std::byte> block) {
            same = same && block.size() <= content.size() && std::memcmp(block.data(), content.data(), block.size()) == 0;
            if (same)
                content = content.subspan(block.size());
        },
        [&] { return same && content.empty(); });
}

std::uint64_t machineMemory()
{
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace

Expected<void> writeFileSafely(const fs::path& path, std::span<const std::byte> content)
try {
    Replacement file(path);
    writeAndCommit(file, content);
    return {};
} catch (const Error& error) {
    return error;
}

Expected<void> writeFileSafely(const fs::path& path, std::string_view content)
{
    return writeFileSafely(path, std::as_bytes(std::span(content)));
}

Expected<void> writeFileSafely(const OpenFolder& folder, const std::string& name, std::span<const std::byte> content)
try {
    Replacement file(folder, name);
    writeAndCommit(file, content);
    return {};
} catch (const Error& error) {
    return error;
}

Expected<void> writeFileSafely(const OpenFolder& folder, const std::string& name, std::string_view content)
{
    return writeFileSafely(folder, name, std::as_bytes(std::span(content)));
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
    if (!readBlocks(file.get(), [&](std::span<const std::byte> block) { hash.add(block); }))
        return Error(ErrorKind::input, readFailed, path.string(), systemReason(errno));
    return hash.text();
}

} // namespace netsmith
