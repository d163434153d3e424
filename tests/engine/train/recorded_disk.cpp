#include "tests/engine/train/recorded_disk.h"

#include <cstdarg>
#include <cstdio>
#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace fs = std::filesystem;

namespace netsmith::test {
namespace {

RecordedDisk* recorder = nullptr;

std::string contentOfFile(const fs::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

/// The absolute path of a call's argument, which may be relative to an open folder.
fs::path absolutePath(int folder, const char* path)
{
    if (fs::path(path).is_absolute())
        return path;
    std::error_code ignored;
    const fs::path from =
        folder == AT_FDCWD ? fs::current_path() : fs::read_symlink("/proc/self/fd/" + std::to_string(folder), ignored);
    return from / path;
}

template <class F>
F* real(const char* name)
{
    return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

} // namespace

RecordedDisk::RecordedDisk(fs::path folder)
    : m_folder(std::move(folder))
{
    recorder = this;
}

RecordedDisk::~RecordedDisk()
{
    recorder = nullptr;
}

RecordedDisk* RecordedDisk::current()
{
    return recorder;
}

/// Relative to the folder; empty for a path outside it.
std::string RecordedDisk::nameOf(const fs::path& path) const
{
    const std::string name = path.lexically_normal().lexically_relative(m_folder).string();
    return name.empty() || name == "." || name.starts_with("..") ? std::string() : name;
}

void RecordedDisk::opened(const fs::path& path)
{
    if (const std::string name = nameOf(path); !name.empty() && !m_now.contains(name)) {
        m_now[name] = std::make_shared<const std::string>();
        keep();
    }
}

void RecordedDisk::moved(const fs::path& from, const fs::path& to)
{
    const std::string source = nameOf(from), target = nameOf(to);
    if (source.empty() || target.empty())
        return;
    State after;
    for (const auto& [path, content] : m_now) {
        const std::string name = path.string();
        if (name == source)
            after[target] = content;
        else if (name.starts_with(source + '/'))
            after[target + name.substr(source.size())] = content;
        else if (name != target && !name.starts_with(target + '/'))
            after.insert_or_assign(path, content);
    }
    m_now = std::move(after);
    keep();
}

void RecordedDisk::removed(const fs::path& path)
{
    const std::string name = nameOf(path);
    if (!name.empty() && m_now.erase(name) > 0)
        keep();
}

void RecordedDisk::synced(const fs::path& path)
{
    const std::string name = nameOf(path);
    if (name.empty())
        return;
    ++m_syncs;
    if (const auto found = m_now.find(name); found != m_now.end()) {
        found->second = std::make_shared<const std::string>(contentOfFile(path));
        keep();
    }
}

void RecordedDisk::restore(std::size_t moment, const fs::path& folder) const
{
    fs::remove_all(folder);
    fs::create_directories(folder);
    if (moment == 0)
        return;
    for (const auto& [path, content] : m_states[moment - 1]) {
        fs::create_directories((folder / path).parent_path());
        std::ofstream(folder / path, std::ios::binary) << *content;
    }
}

} // namespace netsmith::test

using netsmith::test::RecordedDisk;

// The engine calls these instead of the C library's.

extern "C" {

int open(const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const int mode = (flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0;
    va_end(arguments);
    const int file = netsmith::test::real<int(const char*, int, ...)>("open")(path, flags, mode);
    if (file >= 0 && (flags & O_CREAT) != 0 && RecordedDisk::current())
        RecordedDisk::current()->opened(netsmith::test::absolutePath(AT_FDCWD, path));
    return file;
}

int openat(int folder, const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const int mode = (flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0;
    va_end(arguments);
    const int file = netsmith::test::real<int(int, const char*, int, ...)>("openat")(folder, path, flags, mode);
    if (file >= 0 && (flags & O_CREAT) != 0 && RecordedDisk::current())
        RecordedDisk::current()->opened(netsmith::test::absolutePath(folder, path));
    return file;
}

int rename(const char* from, const char* to) noexcept
{
    const int result = netsmith::test::real<int(const char*, const char*)>("rename")(from, to);
    if (result == 0 && RecordedDisk::current())
        RecordedDisk::current()->moved(netsmith::test::absolutePath(AT_FDCWD, from), netsmith::test::absolutePath(AT_FDCWD, to));
    return result;
}

int renameat(int fromFolder, const char* from, int toFolder, const char* to) noexcept
{
    const int result = netsmith::test::real<int(int, const char*, int, const char*)>("renameat")(fromFolder, from, toFolder, to);
    if (result == 0 && RecordedDisk::current())
        RecordedDisk::current()->moved(netsmith::test::absolutePath(fromFolder, from), netsmith::test::absolutePath(toFolder, to));
    return result;
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) noexcept
{
    const int result =
        netsmith::test::real<int(int, const char*, int, const char*, unsigned)>("renameat2")(fromFolder, from, toFolder, to, flags);
    if (result == 0 && RecordedDisk::current())
        RecordedDisk::current()->moved(netsmith::test::absolutePath(fromFolder, from), netsmith::test::absolutePath(toFolder, to));
    return result;
}

int unlink(const char* path) noexcept
{
    const int result = netsmith::test::real<int(const char*)>("unlink")(path);
    if (result == 0 && RecordedDisk::current())
        RecordedDisk::current()->removed(netsmith::test::absolutePath(AT_FDCWD, path));
    return result;
}

int unlinkat(int folder, const char* path, int flags) noexcept
{
    const int result = netsmith::test::real<int(int, const char*, int)>("unlinkat")(folder, path, flags);
    if (result == 0 && RecordedDisk::current())
        RecordedDisk::current()->removed(netsmith::test::absolutePath(folder, path));
    return result;
}

int remove(const char* path) noexcept
{
    const int result = netsmith::test::real<int(const char*)>("remove")(path);
    if (result == 0 && RecordedDisk::current())
        RecordedDisk::current()->removed(netsmith::test::absolutePath(AT_FDCWD, path));
    return result;
}

int fsync(int file)
{
    RecordedDisk* disk = RecordedDisk::current();
    if (!disk)
        return netsmith::test::real<int(int)>("fsync")(file);
    if (disk->atSync)
        disk->atSync();
    std::error_code ignored;
    disk->synced(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), ignored));
    return 0; // nothing here is kept after the test
}
}
