#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda {

/// How long the device takes for what `work` puts into the stream, in milliseconds: the shortest of several launches of a recording
/// of it, since the host's launch overhead would dominate small work. It runs once before, for a library's one-time setup. Throws
/// what the work throws, and `cuda.runtime` if it can't be recorded.
double millisecondsOf(Stream& stream, const std::function<void()>& work);

} // namespace netsmith::cuda
