#pragma once

#include "engine/cli/console.h"
#include "engine/cli/signals.h"
#include "engine/data/source.h"

#include <string>
#include <vector>

namespace netsmith::cli {

/// What the commands about data sets are told.
struct DataOptions {
    std::string name;
    std::string dataDir;
    std::string path; ///< of the file or folder of a source that needs one
    std::vector<std::string> settings; ///< "name=value" of the source's own parameters
};

/// Shows progress on the console and ends on a signal; `bytes` tells whether the progress is of bytes.
data::Watch watchOf(Console& console, const SignalWatch& signals, bool bytes);

int showData(Console& console, const DataOptions& options);

} // namespace netsmith::cli
