#pragma once

#include "engine/fields/dataset.h"

#include <cstdint>
#include <string>
#include <vector>

namespace netsmith::cli {

/// Whether samples of the field can be drawn: bytes of H×W×1 or H×W×3.
bool isPicture(const data::FieldSpec& field);

/// Samples side by side in shades of terminal characters, two pixels' rows a line; as many as `columns` hold.
std::string pictures(const data::Field& field, const std::vector<std::int64_t>& samples, std::size_t columns);

} // namespace netsmith::cli
