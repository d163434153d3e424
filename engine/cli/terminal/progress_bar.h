#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace netsmith::cli {

/// One line on a terminal that says how far a long task is and when it will end; silent where stderr is no terminal.
class ProgressBar {
public:
    ProgressBar();
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Redraws, at most ten times a second. A new `what` starts a new bar; a total of 0 is unknown. `tail` follows the bar.
    void show(const std::string& what, std::int64_t done, std::int64_t total, const std::string& tail = {});
    /// Clears the line, before other output.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    bool m_terminal;
    bool m_blocks; ///< the terminal shows UTF-8
    bool m_visible = false;
    std::string m_what;
    std::int64_t m_begin = 0; ///< what was done when the bar began, since a resumed run does not begin at 0
    Clock::time_point m_started;
    Clock::time_point m_drawn;
};

} // namespace netsmith::cli
