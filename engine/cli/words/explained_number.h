#pragma once

#include "engine/cli/terminal/console.h"
#include "engine/inspect/explanations/explanation.h"

#include <string>

namespace netsmith::cli {

/// How a number came about, a line for each step and one for each term.
std::string wordsOf(const inspect::LayerExplanation& explanation);
/// The same for programs.
Json jsonOf(const inspect::LayerExplanation& explanation);

} // namespace netsmith::cli
