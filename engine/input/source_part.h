#pragma once

#include <cstdint>
#include <string>

namespace netsmith::data {

/// A column or an array of the user's file, and how it is used.
struct SourcePart {
    std::string name;
    std::string holds; ///< "numbers", "3 categories", "f32 100×64"
    std::string field; ///< the field it is read into; empty: not read
    std::int64_t missing = 0; ///< values that are filled in
};

} // namespace netsmith::data
