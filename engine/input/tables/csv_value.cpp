#include "engine/input/tables/csv_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace netsmith::data {

bool isMissing(std::string_view cell)
{
    using namespace std::string_view_literals;
    constexpr std::array words{""sv, "?"sv, "NA"sv, "N/A"sv, "n/a"sv, "NaN"sv, "nan"sv, "NAN"sv, "null"sv, "NULL"sv, "Null"sv};
    return cell.size() <= 4 && std::ranges::find(words, cell) != words.end();
}

std::optional<double> numberIn(std::string_view cell, char decimal)
{
    if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-')
        cell.remove_prefix(1);
    std::array<char, 64> copy{};
    if (decimal != '.' && cell.find(decimal) != std::string_view::npos) {
        if (cell.size() > copy.size() || cell.find('.') != std::string_view::npos)
            return std::nullopt;
        const auto end = std::ranges::replace_copy(cell, copy.begin(), decimal, '.').out;
        cell = {copy.begin(), end};
    }
    double value = 0.0;
    const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (end != cell.data() + cell.size() || code == std::errc::invalid_argument)
        return std::nullopt;
    if (code == std::errc::result_out_of_range) {
        // What an exponent below 0 or a row of zeros after the decimal point makes too small, and anything else too large.
        const bool small = cell.find("e-") != std::string_view::npos || cell.find("E-") != std::string_view::npos
            || cell.starts_with("0.") || cell.starts_with("-0.") || cell.starts_with('.') || cell.starts_with("-.");
        value = small ? 0.0 : std::numeric_limits<double>::infinity();
        return cell.starts_with('-') ? -value : value;
    }
    return value;
}

} // namespace netsmith::data
