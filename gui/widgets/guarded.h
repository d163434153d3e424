#pragma once

#include "engine/core/error.h"

#include <functional>

namespace netsmith::gui {

/// Runs `body` and passes any exception to `failed` as an `Error`: one that left a thread would terminate the program.
void guarded(const std::function<void()>& body, const std::function<void(const Error&)>& failed);

} // namespace netsmith::gui
