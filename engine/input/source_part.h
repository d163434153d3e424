#pragma once

#include <cstdint>
#include <string>

namespace netsmith::data {

/// A column or an array of a file of one's own, and what becomes of it.
struct SourcePart {
    std::string name;
    std::string holds; ///< "numbers", "3 categories", "f32 100×64"
    std::string field; ///< that it is read into; empty: it is not read
    std::int64_t missing = 0; ///< values that are filled in
};

} // namespace netsmith::data
