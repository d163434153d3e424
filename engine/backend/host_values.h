#pragma once

#include "engine/core/data_type.h"

#include <span>

namespace netsmith {

/// Converts numbers as a tensor of this type holds them in the host's memory.
void toDoubles(DataType type, const void* from, std::span<double> to);
void fromDoubles(DataType type, std::span<const double> from, void* to);

} // namespace netsmith
