#pragma once

#include "engine/core/error.h"

#include <functional>

namespace netsmith::gui {

/// Runs `body`; an exception of any kind becomes an `Error` for `failed`: none may leave a thread's work, where it would end the
/// studio.
void guarded(const std::function<void()>& body, const std::function<void(const Error&)>& failed);

} // namespace netsmith::gui
