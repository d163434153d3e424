#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace netsmith::data {

/// The names in a comma-separated list: "a, b" → a and b. Empty ones are left out.
std::vector<std::string> namesIn(std::string_view list);

} // namespace netsmith::data
