#pragma once

#include "engine/fields/dataset.h"

namespace netsmith::data {

/// These samples of a field, one after another: where they are neighbors, the field's own memory. Not empty. Throws `file.shrunk`.
Field chosenSamples(const Field& field, std::span<const std::int32_t> samples);

} // namespace netsmith::data
