#pragma once

#include "engine/cli/terminal/console.h"
#include "engine/train/generation/token_sampling.h"

#include <string>

namespace netsmith::cli {

/// The options for generating text with a run.
struct WritingOptions {
    std::string run;
    std::string device;
    std::string prompt;
    std::int64_t length = 200; ///< tokens
    train::Sampling sampling;
    std::uint64_t seed = 1;
};

/// Writes the prompt and the network's continuation to stdout, token by token; returns 128 + the signal if one ends it.
int writeText(Console& console, const WritingOptions& options);

} // namespace netsmith::cli
