#pragma once

#include "engine/fields/dataset.h"

namespace netsmith::data {

/// One sample as a field of its own, which shares the field's bytes; `index` in [0, count).
Field sampleOf(const Field& field, std::int64_t index);

} // namespace netsmith::data
