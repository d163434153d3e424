#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace netsmith {

/// Where an argument stands in a message's pattern: `{0}`, or `{0:step|steps}` for a count followed by its noun.
struct Placeholder {
    std::size_t index = 0;
    std::size_t length = 0; ///< of the placeholder in the pattern
    std::string_view one; ///< the noun for one; both empty for a plain `{0}`
    std::string_view many;

    std::string_view noun(std::int64_t count) const { return count == 1 ? one : many; }
};

/// The placeholder that `pattern` begins with, or nothing.
std::optional<Placeholder> placeholderAt(std::string_view pattern);

} // namespace netsmith
