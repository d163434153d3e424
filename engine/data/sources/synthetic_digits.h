#pragma once

#include "engine/fields/dataset.h"
#include "engine/fields/watch.h"

namespace netsmith::data {

/// `count` drawn digits from sample `first` on, in MNIST's fields. A sample is a function of `seed` and its number alone, whatever
/// the threads and whatever is drawn with it. Throws `data.cancelled`.
DataSplit drawDigits(std::int64_t count, std::uint64_t seed, std::uint64_t first, const Watch& watch);

} // namespace netsmith::data
