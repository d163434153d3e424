#pragma once

#include "engine/core/message.h"

namespace netsmith {

/// Why the system refused, for `errno` or `std::error_code::value()`: in words of our own where it is common, so that it can be
/// translated, else in the system's.
Message systemReason(int code);

} // namespace netsmith
