#pragma once

#include "engine/interop/scripts/network_code.h"

#include <set>
#include <string>

namespace netsmith::interop {

/// How a script reads its samples.
struct DataText {
    std::string source{}; ///< `load_data(part)` and what it calls
    std::string train{}; ///< its argument for the samples to train on
    std::string validation{};
    std::string constant{}; ///< the line of DATA
    std::set<std::string> imports{};
    bool isFile = false; ///< it reads the arrays that were exported for it
};

/// Of the data sets whose files a few lines can read (MNIST and those like it, CIFAR-10) the files themselves in `folder`, else a
/// safetensors file beside the script.
DataText dataText(const CheckedProject& project, ScriptFramework framework, const std::string& folder);

} // namespace netsmith::interop
