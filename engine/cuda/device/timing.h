#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda {

/// The shortest of some runs of what `work` puts into the stream, in milliseconds; it runs once before. On the host 0. Throws what
/// the work does.
double millisecondsOf(Stream& stream, const std::function<void()>& work);

} // namespace netsmith::cuda
