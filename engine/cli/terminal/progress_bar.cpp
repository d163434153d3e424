#include "engine/cli/terminal/progress_bar.h"

#include "engine/cli/words/words.h"
#include "engine/core/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace netsmith::cli {
namespace {

std::size_t terminalColumns()
{
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool localeIsUtf8()
{
    // The first of these that is set decides: locale(7).
    for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (const char* value = std::getenv(variable); value && *value)
            return std::string_view(value).find("UTF-8") != std::string_view::npos
                || std::string_view(value).find("utf8") != std::string_view::npos;
    return false;
}

/// The first `columns` columns of UTF-8 text.
std::string cut(const std::string& text, std::size_t columns)
{
    std::size_t end = 0;
    for (std::size_t used = 0; end < text.size(); ++end)
        if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80 && used++ == columns)
            break;
    return text.substr(0, end);
}

} // namespace

ProgressBar::ProgressBar()
    : m_terminal(isatty(STDERR_FILENO) == 1)
    , m_blocks(localeIsUtf8())
{
}

void ProgressBar::show(const std::string& what, std::int64_t done, std::int64_t total, const std::string& tail)
{
    if (!m_terminal)
        return;
    const Clock::time_point now = Clock::now();
    if (what != m_what || done < m_begin) {
        m_what = what;
        m_begin = done;
        m_started = now;
        m_drawn = {};
    }
    if (now - m_drawn < std::chrono::milliseconds(100) && done != total)
        return;
    m_drawn = now;

    std::string line = what;
    if (total > 0) {
        constexpr std::int64_t cells = 24;
        const double share = std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
        const auto full = static_cast<std::int64_t>(share * static_cast<double>(cells));
        line += " ";
        for (std::int64_t cell = 0; cell < cells; ++cell)
            line += cell < full ? (m_blocks ? "━" : "#") : (m_blocks ? "─" : "-");
        line += fmt::format(" {:3.0f} %", 100.0 * share);
        const double seconds = std::chrono::duration<double>(now - m_started).count();
        if (done > m_begin && done < total && seconds > 0.5)
            line +=
                "  " + durationText(seconds * static_cast<double>(total - done) / static_cast<double>(done - m_begin)) + " left";
    }
    if (!tail.empty())
        line += "  " + tail;
    fmt::print(stderr, "\r{}\033[K", cut(visibleText(line), terminalColumns() - 1));
    std::fflush(stderr);
    m_visible = true;
}

void ProgressBar::clear()
{
    if (!m_visible)
        return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    m_visible = false;
}

} // namespace netsmith::cli
