#pragma once

#include <future>
#include <system_error>

namespace netsmith {

/// Runs `work` on a thread of its own, or when its result is asked for where there is no thread to be had.
template <class F>
auto beside(F work)
{
    try {
        return std::async(std::launch::async, work);
    } catch (const std::system_error&) {
        return std::async(std::launch::deferred, work);
    }
}

} // namespace netsmith
