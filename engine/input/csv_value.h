#pragma once

#include <optional>
#include <string_view>

namespace netsmith::data {

/// Whether a cell says that there is no value: nothing, NA, N/A, NaN, null or a question mark, as R, pandas and the UCI archive
/// write it.
bool isMissing(std::string_view cell);

/// The number a cell holds, whatever the process's locale: "1", "-2.5", "+3e-4"; with a decimal comma "-2,5" too, never with
/// separators of thousands. An infinity or a number past double precision is ±∞, one below it 0. Nothing where it is no number.
std::optional<double> numberIn(std::string_view cell, char decimal = '.');

} // namespace netsmith::data
