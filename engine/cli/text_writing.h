#pragma once

#include "engine/cli/console.h"
#include "engine/train/token_sampling.h"

#include <string>

namespace netsmith::cli {

/// What a run that learnt a text is asked to write.
struct WritingOptions {
    std::string run;
    std::string device;
    std::string prompt;
    std::int64_t length = 200; ///< tokens
    train::Sampling sampling;
    std::uint64_t seed = 1;
};

/// Writes the prompt and what the network goes on with to stdout, token by token; 128 + the signal where one ends it.
int writeText(Console& console, const WritingOptions& options);

} // namespace netsmith::cli
