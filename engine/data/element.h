#pragma once

#include "engine/core/data_type.h"

#include <cstddef>

namespace netsmith::data {

/// A field's element as a number; NaN for the 16-bit types, which no source has fields of.
double elementOf(DataType type, const std::byte* bytes);

} // namespace netsmith::data
