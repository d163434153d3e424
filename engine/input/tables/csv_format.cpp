#include "engine/input/tables/csv_format.h"

#include "engine/input/tables/csv_row.h"
#include "engine/input/tables/csv_value.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace netsmith::data {
namespace {

using Row = std::vector<std::string_view>;

std::vector<Row> firstRows(std::string_view text, bool whole, char delimiter)
{
    constexpr std::size_t most = 200;
    std::vector<Row> rows;
    CsvSplitter splitter(delimiter);
    while (!text.empty() && rows.size() < most && splitter.split(text, whole) == CsvSplitter::Outcome::row) {
        if (!splitter.isBlank()) {
            Row& row = rows.emplace_back();
            for (const CsvCell& cell : splitter.cells())
                row.push_back(text.substr(cell.begin, cell.end - cell.begin));
        }
        text.remove_prefix(splitter.length());
    }
    return rows;
}

char sniffDelimiter(std::string_view text, bool whole)
{
    char best = csvDelimiters.front();
    std::tuple<double, double, std::size_t> bestScore{};
    for (const char delimiter : csvDelimiters) {
        const std::vector<Row> rows = firstRows(text, whole, delimiter);
        std::map<std::size_t, std::size_t> widths;
        std::size_t cells = 0, clean = 0;
        for (const Row& row : rows) {
            ++widths[row.size()];
            cells += row.size();
            clean += static_cast<std::size_t>(std::ranges::count_if(row, [](std::string_view cell) {
                return cell.find_first_of(csvDelimiters) == std::string_view::npos || numberIn(cell, ',');
            }));
        }
        const auto usual =
            std::ranges::max_element(widths, {}, [](const auto& width) { return std::pair(width.second, width.first); });
        if (usual == widths.end() || usual->first < 2)
            continue;
        const auto share = [](std::size_t part, std::size_t all) { return static_cast<double>(part) / static_cast<double>(all); };
        const std::tuple score{share(usual->second, rows.size()), share(clean, cells), usual->first};
        if (score > bestScore) {
            bestScore = score;
            best = delimiter;
        }
    }
    return best;
}

bool hasDecimalComma(const std::vector<Row>& rows)
{
    bool commas = false;
    for (const Row& row : rows)
        for (const std::string_view cell : row) {
            if (cell.find('.') != std::string_view::npos && numberIn(cell))
                return false;
            commas = commas || (cell.find(',') != std::string_view::npos && numberIn(cell, ','));
        }
    return commas;
}

bool hasHeader(const std::vector<Row>& rows, char decimal)
{
    if (rows.empty() || std::ranges::any_of(rows[0], [&](std::string_view cell) { return numberIn(cell, decimal).has_value(); }))
        return false;
    bool repeated = false;
    for (std::size_t column = 0; column < rows[0].size(); ++column) {
        std::size_t values = 0, numbers = 0;
        for (std::size_t i = 1; i < rows.size(); ++i) {
            if (column >= rows[i].size() || isMissing(rows[i][column]))
                continue;
            ++values;
            numbers += numberIn(rows[i][column], decimal) ? 1 : 0;
            repeated = repeated || rows[i][column] == rows[0][column];
        }
        if (values > 0 && numbers == values)
            return true;
    }
    const std::set<std::string_view> names(rows[0].begin(), rows[0].end());
    return !repeated && names.size() == rows[0].size() && !names.contains("");
}

} // namespace

CsvFormat sniffCsv(std::string_view rows, bool whole, CsvFormat format)
{
    if (!format.delimiter)
        format.delimiter = sniffDelimiter(rows, whole);
    const std::vector<Row> first = firstRows(rows, whole, *format.delimiter);
    if (!format.decimal)
        format.decimal = *format.delimiter != ',' && hasDecimalComma(first) ? ',' : '.';
    if (!format.header)
        format.header = hasHeader(first, *format.decimal);
    return format;
}

} // namespace netsmith::data
