#pragma once

#include "engine/fields/dataset.h"
#include "engine/fields/watch.h"

namespace netsmith::data {

/// `count` drawn digits from sample `first` on, in MNIST's fields. A sample depends only on `seed` and its number, not on threads
/// or on the other samples. Throws `data.cancelled`.
DataSplit drawDigits(std::int64_t count, std::uint64_t seed, std::uint64_t first, const Watch& watch);

} // namespace netsmith::data
