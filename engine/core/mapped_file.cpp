#include "engine/core/mapped_file.h"

#include "engine/core/system_reason.h"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace netsmith {

Expected<MappedFile> mapFile(const std::filesystem::path& path)
{
    const auto failed = [&](int code) {
        return Error(ErrorKind::input, NS_MESSAGE("file.read", "can't read {0}: {1}"), path.string(), systemReason(code));
    };
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return failed(errno);
    struct stat status { };
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(file);
        return Error(ErrorKind::input, NS_MESSAGE("file.kind", "{0} is not a regular file; choose another name"), path.string());
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    void* start = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0) : nullptr;
    const int code = errno;
    ::close(file);
    if (start == MAP_FAILED)
        return failed(code);
    if (!start)
        return MappedFile();
    const auto unmap = [size](const std::byte* bytes) { ::munmap(const_cast<std::byte*>(bytes), size); };
    return MappedFile{{static_cast<const std::byte*>(start), unmap}, size};
}

void willRead(std::span<const std::byte> bytes)
{
    static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto address = reinterpret_cast<std::uintptr_t>(bytes.data());
    const std::uintptr_t begin = address / page * page;
    ::madvise(reinterpret_cast<void*>(begin), address + bytes.size() - begin, MADV_WILLNEED); // advice: it may fail
}

} // namespace netsmith
