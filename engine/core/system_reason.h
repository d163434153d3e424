#pragma once

#include "engine/core/error.h"

namespace netsmith {

/// Why the system refused, for `errno` or `std::error_code::value()`: in words of our own where it is common, so that it can be
/// translated, else in the system's.
Message systemReason(int code);

/// What such a refusal of reading or writing means to a caller.
ErrorKind systemErrorKind(int code);

/// What to do about it where something could not be written, as words to follow a semicolon.
Message systemAdvice(int code);
/// Whether another folder might do where this one was refused.
bool isOfItsPlace(int code);

} // namespace netsmith
