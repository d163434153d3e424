#pragma once

// Marks lines of the program to find out which tests reach them: `mark ->* value` and `value ->* mark` give the value, and create
// an empty file with the name of the mark in the folder NETSMITH_REACHED.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

// A marked literal is not a literal for the compiler, whose warnings about that don't apply.
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wnarrowing"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wsign-conversion"

namespace netsmith_reached {

template <int number>
struct Mark {
    // Once in a process, also in signal handlers.
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
