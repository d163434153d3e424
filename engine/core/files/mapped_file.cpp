#include "engine/core/files/mapped_file.h"

#include "engine/core/system_reason.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace netsmith {
namespace {

/// What the handler below needs to know of a mapping, readable at any moment.
struct Guarded {
    std::atomic<const std::byte*> start = nullptr; ///< null: the place is free
    std::atomic<std::size_t> size = 0;
    std::atomic<bool> cut = false; ///< zeros replaced a part of it
};
const auto pageBytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
std::array<Guarded, 256> guarded; // far more than a project has files; further ones are not guarded
struct sigaction formerAction;

/// Touching a mapped file past its end raises SIGBUS. Zeros take the place of what is gone, so that the reader finishes and
/// `checkMapped` can report it. Calls nothing but what a signal's handler may.
void putZeros(int signal, siginfo_t* information, void*)
{
    const int code = errno;
    const auto* address = static_cast<const std::byte*>(information->si_addr);
    for (Guarded& mapping : guarded) {
        const std::byte* start = mapping.start.load();
        if (!start || address < start || address >= start + mapping.size.load())
            continue;
        const std::size_t from = static_cast<std::size_t>(address - start) / pageBytes * pageBytes;
        void* place = const_cast<std::byte*>(start + from);
        if (::mmap(place, mapping.size.load() - from, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
            break;
        mapping.cut = true;
        errno = code;
        return;
    }
    ::sigaction(signal, &formerAction, nullptr); // which the access meets when it is tried again
}

void guardMappings()
{
    [[maybe_unused]] static const bool once = [] {
        struct sigaction action { };
        action.sa_sigaction = putZeros;
        action.sa_flags = SA_SIGINFO;
        return ::sigaction(SIGBUS, &action, &formerAction) == 0;
    }();
}

/// The files that are mapped now, by their first byte.
class Mappings {
public:
    struct Mapping {
        std::size_t size = 0;
        int file = -1; ///< kept open, so that the size is that of this file and not of another with its name
        std::string path;
    };

    static Mappings& all()
    {
        static auto& mappings = *new Mappings; // which files that are unmapped as the program ends still need
        return mappings;
    }
    void add(const std::byte* start, Mapping mapping)
    {
        const std::scoped_lock lock(m_mutex);
        guardMappings();
        if (Guarded* free = guardOf(nullptr)) {
            free->size = mapping.size;
            free->cut = false;
            free->start = start;
        }
        m_mappings.emplace(start, std::move(mapping));
    }
    void remove(const std::byte* start)
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_mappings.find(start);
        if (Guarded* mine = guardOf(start))
            mine->start = nullptr;
        ::close(found->second.file);
        m_mappings.erase(found);
    }
    void check(const std::byte* at) const
    {
        const std::scoped_lock lock(m_mutex);
        auto found = m_mappings.upper_bound(at);
        if (found == m_mappings.begin() || at >= (--found)->first + found->second.size)
            return;
        const Mapping& mapping = found->second;
        const Guarded* mine = guardOf(found->first);
        const bool cut = mine && mine->cut;
        struct stat status { };
        if (::fstat(mapping.file, &status) == 0 && static_cast<std::size_t>(status.st_size) >= mapping.size && !cut)
            return;
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("file.shrunk",
                       "{0} was truncated while it was read: it had {1:byte|bytes} and now has {2}; restore it, then resume"),
            mapping.path, mapping.size, static_cast<std::int64_t>(status.st_size));
    }

private:
    static Guarded* guardOf(const std::byte* start)
    {
        const auto found = std::ranges::find_if(guarded, [start](const Guarded& each) { return each.start == start; });
        return found == guarded.end() ? nullptr : &*found;
    }

    mutable std::mutex m_mutex;
    std::map<const std::byte*, Mapping, std::less<>> m_mappings;
};

} // namespace

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
    if (!start || start == MAP_FAILED) {
        ::close(file);
        return start ? Expected<MappedFile>(failed(code)) : MappedFile();
    }
    const auto* bytes = static_cast<const std::byte*>(start);
    Mappings::all().add(bytes, {size, file, path.string()});
    const auto unmap = [size](const std::byte* first) {
        Mappings::all().remove(first); // before another mapping can get the place
        ::munmap(const_cast<std::byte*>(first), size);
    };
    return MappedFile{{bytes, unmap}, size};
}

void checkMapped(std::span<const std::byte> bytes)
{
    if (!bytes.empty())
        Mappings::all().check(bytes.data());
}

void willRead(std::span<const std::byte> bytes)
{
    static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto address = reinterpret_cast<std::uintptr_t>(bytes.data());
    const std::uintptr_t begin = address / page * page;
    ::madvise(reinterpret_cast<void*>(begin), address + bytes.size() - begin, MADV_WILLNEED); // advice: it may fail
}

} // namespace netsmith
