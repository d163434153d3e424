#pragma once

#include "engine/core/message.h"

namespace netsmith::inspect {

/// A duration for a sentence: "0.4 s", "96.7 µs". Two that are compared are in one unit, that of `scale`, the longer one.
Message durationWords(double seconds, double scale);
inline Message durationWords(double seconds)
{
    return durationWords(seconds, seconds);
}
/// A size in memory for a sentence: "4 MiB", "1.88 KiB".
Message sizeWords(double bytes);

} // namespace netsmith::inspect
