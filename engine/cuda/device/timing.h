#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda {

/// How long the device takes for what `work` puts into the stream, in milliseconds: the shortest of some launches of a recording of
/// it, since what the host needs to say it would drown small work. It runs once before, for what a library makes at first. Throws
/// what the work does, and `cuda.runtime` where it can't be recorded.
double millisecondsOf(Stream& stream, const std::function<void()>& work);

} // namespace netsmith::cuda
