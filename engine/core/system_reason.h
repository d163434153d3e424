#pragma once

#include "engine/core/error.h"

namespace netsmith {

/// The system's reason for an error, for `errno` or `std::error_code::value()`: in our own words if it is common, so that it can be
/// translated, else in the system's.
Message systemReason(int code);

/// What such an error of reading or writing means to a caller.
ErrorKind systemErrorKind(int code);

/// What to do about it if something could not be written, to follow a semicolon.
Message systemAdvice(int code);
/// Whether another folder might work if this one was refused.
bool isOfItsPlace(int code);

} // namespace netsmith
