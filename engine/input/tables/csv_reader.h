#pragma once

#include "engine/core/error.h"
#include "engine/input/byte_reader.h"
#include "engine/input/tables/csv_format.h"
#include "engine/input/tables/csv_row.h"

#include <string>
#include <vector>

namespace netsmith::data {

/// The rows of a CSV file in UTF-8, read in sequence in a few MiB of memory whatever the file's size. (Debian's libcsv reports no
/// line numbers and splits byte by byte.)
class CsvReader {
public:
    static constexpr std::size_t rowBytesAtMost = std::size_t{64} << 20;
    static constexpr std::size_t columnsAtMost = 100'000;

    /// `name` stands for the file's in errors. Throws `data.csv.*`, `data.read`, `data.gzip*`.
    CsvReader(std::unique_ptr<ByteReader> bytes, std::string name, const CsvFormat& format = {});

    /// With nothing left open.
    const CsvFormat& format() const { return m_format; }
    /// The header's names, or "column 1" … where there is no header or a name is empty.
    const std::vector<std::string>& columns() const { return m_columns; }
    static std::string unnamed(std::size_t column) { return "column " + std::to_string(column + 1); }

    /// The next row that isn't blank, with as many cells as there are columns; false at the end. Throws `data.csv.ragged` and other
    /// errors, naming the line.
    bool next();
    const std::vector<std::string_view>& row() const { return m_row; } ///< until `next` is called again
    std::int64_t line() const { return m_line; } ///< where the row begins, from 1

    /// An error about the row or, from 0, one of its columns: `sentence` takes the place first ("data.csv, line 3, column "x"").
    template <class... Arguments>
    [[noreturn]] void refuse(MessageTemplate sentence, std::size_t column, Arguments&&... arguments) const
    {
        throw Error(ErrorKind::input, sentence, placeOf(m_line, column), std::forward<Arguments>(arguments)...);
    }
    Message placeOf(std::int64_t line, std::size_t column) const;

private:
    void skipMark();
    bool nextRow();
    bool fill();
    void takeCells(std::string_view text);
    void nameColumns();
    [[noreturn]] void refuseRow(CsvSplitter::Outcome outcome) const;

    std::unique_ptr<ByteReader> m_bytes;
    std::string m_name;
    CsvFormat m_format;
    CsvSplitter m_splitter;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    bool m_ended = false;
    std::int64_t m_line = 1;
    std::int64_t m_nextLine = 1;
    bool m_held = false; ///< the first row is data and not returned yet
    std::vector<std::string_view> m_row;
    std::vector<std::string> m_columns;
};

} // namespace netsmith::data
