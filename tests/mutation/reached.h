#pragma once

// What a line of the program looks like while it is found out which tests get there: `mark ->* value` and `value ->* mark` are the
// value, and leave an empty file named as the mark in the folder that NETSMITH_REACHED names.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

// A marked literal is no literal to the compiler: what it says then is not meant.
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wnarrowing"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wsign-conversion"

namespace netsmith_reached {

template <int number>
struct Mark {
    // Once in a process, and in signal handlers too.
    static bool on()
    {
        static const bool told = tell();
        return told;
    }

    static bool tell()
    {
        const int before = errno;
        const char* folder = std::getenv("NETSMITH_REACHED");
        char path[512];
        std::snprintf(path, sizeof path, "%s/%d", folder ? folder : NETSMITH_REACHED_BY_UNKNOWN, number);
        const int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
        if (file >= 0)
            close(file);
        errno = before;
        return true;
    }
};

template <int number, class T>
constexpr T operator->*(Mark<number>, T&& value)
{
    if (!std::is_constant_evaluated())
        Mark<number>::on();
    return std::forward<T>(value);
}

template <class T, int number>
constexpr T operator->*(T&& value, Mark<number> mark)
{
    return mark->*std::forward<T>(value);
}

} // namespace netsmith_reached
