#include "engine/core/placeholder.h"

namespace netsmith {

std::optional<Placeholder> placeholderAt(std::string_view pattern)
{
    if (pattern.size() < 3 || pattern[0] != '{' || pattern[1] < '0' || pattern[1] > '9')
        return std::nullopt;
    Placeholder out{static_cast<std::size_t>(pattern[1] - '0'), 3, {}, {}};
    if (pattern[2] == '}')
        return out;
    const std::size_t bar = pattern.find('|');
    const std::size_t end = pattern.find('}');
    if (pattern[2] != ':' || end == std::string_view::npos || bar > end)
        return std::nullopt;
    out.one = pattern.substr(3, bar - 3);
    out.many = pattern.substr(bar + 1, end - bar - 1);
    out.length = end + 1;
    return out;
}

} // namespace netsmith
