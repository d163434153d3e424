#pragma once

#include <optional>
#include <string_view>

namespace netsmith::data {

/// How a CSV file is written. What isn't said is found out from the rows it begins with.
struct CsvFormat {
    std::optional<char> delimiter{}; ///< one of `csvDelimiters`
    std::optional<char> decimal{}; ///< a point or a comma
    std::optional<bool> header{}; ///< the first row names the columns
};

inline constexpr std::string_view csvDelimiters = ",;\t|";

/// Fills in what isn't said, by the first rows; `whole`: nothing comes behind them.
///
/// The delimiter is the one with which most rows have the same number of cells, at least two, and the fewest cells hold other
/// delimiters. The decimal is a comma where the delimiter is none and numbers are written so. There is a header where the first row
/// holds no number and there is a column of numbers below it, or, in a table of words, where its words occur nowhere below.
CsvFormat sniffCsv(std::string_view rows, bool whole, CsvFormat format);

} // namespace netsmith::data
