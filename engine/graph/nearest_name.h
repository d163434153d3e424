#pragma once

#include <span>
#include <string>
#include <string_view>

namespace netsmith {

struct ParameterSpec;

/// The candidate that takes the fewest edits to type instead (Levenshtein 1966), or an empty text where more than a third of it is
/// wrong: for "did you mean".
std::string nearestName(std::string_view name, std::span<const std::string> candidates);

/// The same of the parameters that something has.
std::string nearestParameter(std::string_view name, std::span<const ParameterSpec> parameters);

} // namespace netsmith
