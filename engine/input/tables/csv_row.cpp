#include "engine/input/tables/csv_row.h"

namespace netsmith::data {

CsvSplitter::CsvSplitter(char delimiter)
    : m_delimiter(delimiter)
{
    for (const char c : {delimiter, '\n', '\r', '\0'})
        m_ends[static_cast<unsigned char>(c)] = true;
}

void CsvSplitter::skipBlanks(std::string_view text)
{
    while (m_at < text.size() && isBlank(text[m_at]))
        ++m_at;
}

CsvSplitter::Outcome CsvSplitter::quoted(std::string_view text, bool ended, CsvCell& cell)
{
    cell.quoted = true;
    cell.begin = ++m_at;
    for (;;) {
        const std::size_t quote = text.find('"', m_at);
        if (quote == std::string_view::npos || (quote + 1 == text.size() && !ended))
            return ended ? Outcome::unclosed : Outcome::unfinished;
        m_at = quote + 1;
        if (m_at == text.size() || text[m_at] != '"') {
            cell.end = quote;
            break;
        }
        cell.doubled = true;
        ++m_at;
    }
    for (std::size_t i = cell.begin; i < cell.end; ++i) {
        if (text[i] == '\0')
            return Outcome::nul;
        if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n'))
            ++m_lines;
    }
    skipBlanks(text);
    return m_at == text.size() || m_ends[static_cast<unsigned char>(text[m_at])] ? Outcome::row : Outcome::afterQuote;
}

void CsvSplitter::plain(std::string_view text, CsvCell& cell)
{
    cell.begin = m_at;
    while (m_at < text.size() && !m_ends[static_cast<unsigned char>(text[m_at])])
        ++m_at;
    cell.end = m_at;
    while (cell.end > cell.begin && isBlank(text[cell.end - 1]))
        --cell.end;
}

/// After the last cell: skips the line end.
CsvSplitter::Outcome CsvSplitter::endRow(std::string_view text, bool ended)
{
    if (m_at == text.size())
        return ended ? Outcome::row : Outcome::unfinished;
    const bool carriageReturn = text[m_at] == '\r';
    if (carriageReturn && m_at + 1 == text.size() && !ended)
        return Outcome::unfinished; // a line feed may follow
    ++m_at;
    if (carriageReturn && m_at < text.size() && text[m_at] == '\n')
        ++m_at;
    ++m_lines;
    return Outcome::row;
}

CsvSplitter::Outcome CsvSplitter::split(std::string_view text, bool ended)
{
    m_cells.clear();
    m_at = 0;
    m_lines = 0;
    for (;;) {
        CsvCell cell;
        skipBlanks(text);
        if (m_at < text.size() && text[m_at] == '"') {
            if (const Outcome outcome = quoted(text, ended, cell); outcome != Outcome::row)
                return outcome;
        } else {
            plain(text, cell);
        }
        m_cells.push_back(cell);
        if (m_at < text.size() && text[m_at] == '\0')
            return Outcome::nul;
        if (m_at == text.size() || text[m_at] != m_delimiter)
            return endRow(text, ended);
        ++m_at;
    }
}

} // namespace netsmith::data
