#pragma once

#include "engine/cli/console.h"
#include "engine/cli/signals.h"
#include "engine/data/source.h"

#include <string>

namespace netsmith::cli {

/// What the commands about data sets are told.
struct DataOptions {
    std::string name;
    std::string dataDir;
};

/// Shows progress on the console and ends on a signal; `bytes` tells whether the progress is of bytes.
data::Watch watchOf(Console& console, const SignalWatch& signals, bool bytes);

int showData(Console& console, const DataOptions& options);

} // namespace netsmith::cli
