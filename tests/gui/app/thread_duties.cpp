#include "tests/gui/app/thread_duties.h"

#include "engine/backend/loader.h"
#include "engine/plan/build_plan.h"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string_view>
#include <thread>

namespace netsmith::gui {
namespace {

std::atomic<bool> watches = false;
std::thread::id watched;
std::atomic<int> elsewhere = 0;
QStringList found;

/// Files of the system and of Qt, and locks, which are taken and not read.
bool isOurs(const char* path)
{
    constexpr const char* others[] = {"/usr/", "/etc/", "/lib", "/proc/", "/sys/", "/dev/", "/run/", "/var/"};
    for (const char* other : others)
        if (std::strncmp(path, other, std::strlen(other)) == 0)
            return false;
    return path[0] == '/' && !std::string_view(path).ends_with(".lock");
}

void opened(const char* path, int flags)
{
    if (!watches || (flags & O_DIRECTORY) != 0 || !isOurs(path))
        return;
    if (std::this_thread::get_id() == watched)
        found << QStringLiteral("open ") + QString::fromLocal8Bit(path);
    else
        ++elsewhere;
}

void called(const char* function)
{
    if (watches && std::this_thread::get_id() == watched)
        found << QString::fromLatin1(function);
}

template <class F>
F* real(const char* name)
{
    return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
}

} // namespace

ThreadDuties::ThreadDuties()
{
    watched = std::this_thread::get_id();
    found.clear();
    elsewhere = 0;
    watches = true;
}

ThreadDuties::~ThreadDuties()
{
    watches = false;
}

QStringList ThreadDuties::take()
{
    return std::exchange(found, {});
}

int ThreadDuties::opensElsewhere() const
{
    return elsewhere;
}

} // namespace netsmith::gui

namespace netsmith {

LogicalPlan buildPlan(const CheckedProject& project, const PlanOptions& options)
{
    gui::called("buildPlan");
    return gui::real<LogicalPlan(const CheckedProject&, const PlanOptions&)>(
        "_ZN8netsmith9buildPlanERKNS_14CheckedProjectERKNS_11PlanOptionsE")(project, options);
}

Expected<Backend*> loadBackend(std::string_view name)
{
    gui::called("loadBackend");
    return gui::real<Expected<Backend*>(std::string_view)>("_ZN8netsmith11loadBackendESt17basic_string_viewIcSt11char_traitsIcEE")(
        name);
}

} // namespace netsmith

extern "C" {

int open(const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, int) : 0;
    va_end(arguments);
    netsmith::gui::opened(path, flags);
    return netsmith::gui::real<int(const char*, int, ...)>("open")(path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, int) : 0;
    va_end(arguments);
    netsmith::gui::opened(path, flags);
    return netsmith::gui::real<int(const char*, int, ...)>("open64")(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, int) : 0;
    va_end(arguments);
    // A path in an open folder is ours: nothing else opens folders first.
    netsmith::gui::opened(path[0] == '/' ? path : "/in an open folder", flags);
    return netsmith::gui::real<int(int, const char*, int, ...)>("openat")(folder, path, flags, mode);
}

FILE* fopen64(const char* path, const char* mode)
{
    netsmith::gui::opened(path, 0);
    return netsmith::gui::real<FILE*(const char*, const char*)>("fopen64")(path, mode);
}

FILE* fopen(const char* path, const char* mode)
{
    netsmith::gui::opened(path, 0);
    return netsmith::gui::real<FILE*(const char*, const char*)>("fopen")(path, mode);
}
}
