#pragma once

#include <span>
#include <string>
#include <string_view>

namespace netsmith {

struct ParameterSpec;

/// For "did you mean": the candidate of these initials, the one that takes the fewest edits to type instead, with at most a third
/// of it wrong, or the first of the fewest words of which one begins so; else an empty text.
std::string nearestName(std::string_view name, std::span<const std::string> candidates);

/// The same of the parameters that something has.
std::string nearestParameter(std::string_view name, std::span<const ParameterSpec> parameters);

} // namespace netsmith
