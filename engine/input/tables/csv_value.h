#pragma once

#include <optional>
#include <string_view>

namespace netsmith::data {

/// Whether a cell means a missing value: empty, NA, N/A, NaN, null or a question mark, as R, pandas and the UCI archive
/// write it.
bool isMissing(std::string_view cell);

/// The number in a cell, independent of the process's locale: "1", "-2.5", "+3e-4"; with a decimal comma "-2,5" too, never with
/// separators of thousands. An infinity or a number beyond double precision is ±∞, one below it 0. Nothing if it is not a number.
std::optional<double> numberIn(std::string_view cell, char decimal = '.');

} // namespace netsmith::data
