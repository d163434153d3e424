#pragma once

#include "engine/core/message.h"

#include <string>

namespace netsmith::cli {

/// What the engine says, and behind it what may be done about it with this program; the studio has other ways.
std::string withAdvice(const Message& message);

} // namespace netsmith::cli
