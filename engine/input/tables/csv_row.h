#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace netsmith::data {

/// The position of a cell's text in the input, without its quotes and surrounding blanks.
struct CsvCell {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool quoted = false;
    bool doubled = false; ///< has doubled quotes within, which stand for one
};

/// Finds the cells of one row after another by RFC 4180: quotes may hold delimiters, line ends and doubled quotes. More lenient
/// than it in three things: a line may end in LF, CRLF or CR; blanks around a cell are not part of it, since people write ", "
/// between values; and a quote within a cell that doesn't begin with one is an ordinary character.
class CsvSplitter {
public:
    explicit CsvSplitter(char delimiter);

    enum class Outcome {
        row, ///< `cells` of a row of `length` bytes
        unfinished, ///< the text ends within the row; more is needed
        unclosed, ///< there is no more, and a quote is open
        afterQuote, ///< a closing quote is followed by something other than a delimiter
        nul, ///< a zero byte: not text
    };
    /// Splits the row that `text` begins with; `ended`: nothing follows it.
    Outcome split(std::string_view text, bool ended);

    const std::vector<CsvCell>& cells() const { return m_cells; }
    std::size_t length() const { return m_at; } ///< of the row with its line end; else the position of the error
    std::int64_t lines() const { return m_lines; } ///< line ends passed, those within quotes included

    /// An empty line.
    bool isBlank() const { return m_cells.size() == 1 && !m_cells[0].quoted && m_cells[0].begin == m_cells[0].end; }

private:
    bool isBlank(char c) const { return c == ' ' || (c == '\t' && m_delimiter != '\t'); }
    void skipBlanks(std::string_view text);
    Outcome quoted(std::string_view text, bool ended, CsvCell& cell);
    void plain(std::string_view text, CsvCell& cell);
    Outcome endRow(std::string_view text, bool ended);

    char m_delimiter;
    std::array<bool, 256> m_ends{}; ///< the bytes that end a plain cell
    std::vector<CsvCell> m_cells;
    std::size_t m_at = 0;
    std::int64_t m_lines = 0;
};

} // namespace netsmith::data
