#pragma once

#include "engine/core/message.h"

#include <string>

namespace netsmith::cli {

/// An engine message, followed by what the user can do about it in this program; the studio offers other means.
std::string withAdvice(const Message& message);

} // namespace netsmith::cli
