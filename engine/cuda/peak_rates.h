#pragma once

#include "engine/backend/backend.h"

namespace netsmith::cuda {

/// What a GPU of a compute capability could do at most with so many multiprocessors at a clock in hertz; nothing for one that the
/// table does not hold. Of matrices without zeros to skip, sums in FP32; boards sold for games do half of the tensor cores' share.
std::vector<PeakRate> peakRates(int major, int minor, int multiprocessors, double clock);

} // namespace netsmith::cuda
