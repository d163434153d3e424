#include "engine/input/tables/csv_reader.h"

#include "engine/core/utf8.h"

#include <algorithm>
#include <set>

namespace netsmith::data {
namespace {

constexpr std::size_t blockBytes = std::size_t{1} << 20;

/// Unescapes a cell with doubled quotes, in place.
std::string_view withoutDoubled(char* text, std::size_t size)
{
    std::size_t out = 0;
    for (std::size_t i = 0; i < size; ++i) {
        text[out++] = text[i];
        i += text[i] == '"' ? 1 : 0;
    }
    return {text, out};
}

} // namespace

CsvReader::CsvReader(std::unique_ptr<ByteReader> bytes, std::string name, const CsvFormat& format)
    : m_bytes(std::move(bytes))
    , m_name(std::move(name))
    , m_splitter(',')
    , m_buffer(static_cast<std::size_t>(std::min<std::uint64_t>(blockBytes, m_bytes->sizeAtMost() + 1)))
{
    fill();
    skipMark();
    m_format = sniffCsv({m_buffer.data() + m_begin, m_end - m_begin}, m_ended, format);
    m_splitter = CsvSplitter(*m_format.delimiter);
    if (!nextRow())
        throw Error(ErrorKind::input, NS_MESSAGE("data.csv.empty", "{0} holds no rows, expected a CSV table"), m_name);
    nameColumns();
    m_held = !*m_format.header;
}

/// A byte order mark identifies the encoding.
void CsvReader::skipMark()
{
    const std::string_view text(m_buffer.data(), m_end);
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.csv.utf16", "{0} is text in UTF-16, expected UTF-8; save it as \"CSV UTF-8\""), m_name);
    if (text.starts_with("\xEF\xBB\xBF"))
        m_begin = 3;
}

/// Appends more to the rest of the buffer; false at the end.
bool CsvReader::fill()
{
    if (m_ended)
        return false;
    std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin), m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end),
              m_buffer.begin());
    m_end -= m_begin;
    m_begin = 0;
    if (m_end == m_buffer.size()) {
        if (m_buffer.size() >= rowBytesAtMost)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.csv.long",
                                   "{0}, line {1}: the row that begins here has more than {2:byte|bytes}; is a "
                                   "quote not closed?"),
                        m_name, m_nextLine, rowBytesAtMost);
        m_buffer.resize(m_buffer.size() * 2);
    }
    const std::size_t room = m_buffer.size() - m_end;
    const std::size_t got = m_bytes->read(std::as_writable_bytes(std::span(m_buffer).subspan(m_end)));
    m_end += got;
    m_ended = got < room;
    return true;
}

void CsvReader::refuseRow(CsvSplitter::Outcome outcome) const
{
    const std::int64_t line = m_nextLine + m_splitter.lines();
    switch (outcome) {
    case CsvSplitter::Outcome::unclosed:
        throw Error(ErrorKind::input, NS_MESSAGE("data.csv.unclosed", "{0}, line {1}: a quote in this row is never closed; add it"),
                    m_name, m_nextLine);
    case CsvSplitter::Outcome::nul:
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.csv.nul", "{0}, line {1} has a zero byte, expected text in UTF-8; is it the right file?"),
                    m_name, line);
    default:
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.csv.quote",
                               "{0}, line {1}: no delimiter follows a closing quote; double the quotes that are part of a value"),
                    m_name, line);
    }
}

bool CsvReader::nextRow()
{
    for (;;) {
        if (m_begin == m_end && !fill())
            return false;
        const std::string_view text(m_buffer.data() + m_begin, m_end - m_begin);
        const CsvSplitter::Outcome outcome = m_splitter.split(text, m_ended);
        if (outcome == CsvSplitter::Outcome::unfinished) {
            fill();
            continue;
        }
        if (outcome != CsvSplitter::Outcome::row)
            refuseRow(outcome);
        m_line = m_nextLine;
        m_nextLine += m_splitter.lines();
        m_begin += m_splitter.length();
        if (m_splitter.isBlank())
            continue;
        takeCells(text);
        return true;
    }
}

void CsvReader::takeCells(std::string_view text)
{
    const std::vector<CsvCell>& cells = m_splitter.cells();
    const std::size_t expected = m_columns.empty() ? cells.size() : m_columns.size();
    if (cells.size() != expected)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.csv.ragged",
                               "{0}, line {1} has {2:value|values}, expected {3} as in the first row; put values that "
                               "hold the delimiter in quotes"),
                    m_name, m_line, cells.size(), expected);
    if (cells.size() > columnsAtMost)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.csv.columns", "{0} has {1:column|columns}, at most {2} can be read; is it written in rows?"),
                    m_name, cells.size(), columnsAtMost);
    m_row.clear();
    char* const start = m_buffer.data() + (text.data() - m_buffer.data());
    for (const CsvCell& cell : cells)
        m_row.push_back(cell.doubled ? withoutDoubled(start + cell.begin, cell.end - cell.begin)
                                     : text.substr(cell.begin, cell.end - cell.begin));
}

void CsvReader::nameColumns()
{
    std::set<std::string> taken;
    for (std::size_t i = 0; i < m_row.size(); ++i) {
        std::string& name = m_columns.emplace_back(unnamed(i));
        if (*m_format.header && !m_row[i].empty())
            name = m_row[i];
        if (!isUtf8(name))
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("data.csv.name", "{0}, line {1}: the name of column {2} is not UTF-8; save the file as \"CSV UTF-8\""),
                m_name, m_line, i + 1);
        if (!taken.insert(name).second)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.csv.twice",
                                   "{0}, line {1}: two columns have the name \"{2}\"; rename one, or say that there is "
                                   "no header"),
                        m_name, m_line, name);
    }
}

bool CsvReader::next()
{
    if (m_held) {
        m_held = false;
        return true;
    }
    return nextRow();
}

Message CsvReader::placeOf(std::int64_t line, std::size_t column) const
{
    return Message(NS_MESSAGE("data.csv.place", "{0}, line {1}, column \"{2}\""), m_name, line, m_columns[column]);
}

} // namespace netsmith::data
