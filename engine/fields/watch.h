#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace netsmith::data {

struct Progress {
    std::string what; ///< the file or the data set
    std::int64_t done = 0;
    std::int64_t total = 0; ///< in the same unit as `done`: bytes of a download, files or samples of a load
};

/// How a caller follows and stops a long task. Both are optional; `report` is called on the caller's thread.
struct Watch {
    std::function<void(const Progress&)> report;
    std::stop_token stop;

    void tell(const std::string& what, std::int64_t done, std::int64_t total) const
    {
        if (report)
            report({what, done, total});
    }
    /// Throws `data.cancelled` once a stop was requested.
    void throwIfStopped() const;
};

} // namespace netsmith::data
