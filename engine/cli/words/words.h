#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::cli {

/// Figures as people read them.
std::string grouped(std::int64_t number); ///< "101,770"
std::string bytesText(double bytes); ///< "12.3 MiB"
std::string countText(double count); ///< "1.23 M", "4.56 G"
std::string durationText(double seconds); ///< "0.8 s", "2 min 05 s", "3 h 12 min"

/// The columns that a text takes on a terminal, one per code point.
std::size_t textWidth(std::string_view text);
/// Text of at most `width` columns: longer text ends with "…".
std::string shortened(std::string_view text, std::size_t width);
/// Breaks text at spaces into lines of at most `width` columns, each indented by `indent` spaces.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// A text as one word of a shell's command line.
std::string quoted(const std::string& text);

/// Which of `count` rows to show, evenly spaced, so that they fit on a screen; the last one is included.
std::vector<std::size_t> rowsOnAScreen(std::size_t count);

/// Words in aligned columns, as terminals show tables; the first row may be a header.
class Table {
public:
    enum class Align { left, right };

    explicit Table(std::vector<Align> columns, std::size_t indent = 0)
        : m_columns(std::move(columns))
        , m_indent(indent)
    {
    }
    /// A cell's content stays in its row.
    void add(std::vector<std::string> row);
    bool empty() const { return m_rows.empty(); }
    /// All rows, each ended by a newline and without spaces at its end.
    std::string text() const;

private:
    std::vector<Align> m_columns;
    std::size_t m_indent;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace netsmith::cli
