#pragma once

#include "engine/fields/dataset.h"

namespace netsmith::data {

/// Samples of noise in the given shapes, for benchmarks without the real data: classes uniform over their range, other integers
/// uniform over 0…255, floating-point values uniform in [0, 1). Each sample depends only on seed, field and index.
DataSplit randomSplit(const std::vector<FieldSpec>& fields, std::int64_t count, std::uint64_t seed);

} // namespace netsmith::data
