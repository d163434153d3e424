#pragma once

#include <span>
#include <string>
#include <string_view>

namespace netsmith {

struct ParameterSpec;

/// For "did you mean": the candidate with these initials, else the one with the fewest edits, at most a third of it, else the
/// of it wrong, or the first of the fewest words of which one begins so; else an empty text.
std::string nearestName(std::string_view name, std::span<const std::string> candidates);

/// The same for something's parameters.
std::string nearestParameter(std::string_view name, std::span<const ParameterSpec> parameters);

} // namespace netsmith
