#pragma once

#include <optional>
#include <string_view>

namespace netsmith::data {

/// The dialect of a CSV file. What isn't specified is detected from its first rows.
struct CsvFormat {
    std::optional<char> delimiter{}; ///< one of `csvDelimiters`
    std::optional<char> decimal{}; ///< a point or a comma
    std::optional<bool> header{}; ///< the first row names the columns
};

inline constexpr std::string_view csvDelimiters = ",;\t|";

/// Detects what isn't specified from the first rows; `whole`: nothing follows them.
///
/// The delimiter is the one with which most rows have the same number of cells, at least two, and the fewest cells hold other
/// delimiters. The decimal separator is a comma if the delimiter is not and numbers are written so. There is a header if the first
/// row holds no number and there is a column of numbers below it or, in a table of words, if its words occur nowhere below.
CsvFormat sniffCsv(std::string_view rows, bool whole, CsvFormat format);

} // namespace netsmith::data
