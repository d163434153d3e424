#pragma once

#include "engine/interop/scripts/network_code.h"
#include "engine/store/safetensors.h"

#include <cstddef>
#include <vector>

namespace netsmith::interop {

/// The arrays that a project's network starts from without a run: drawn from its seed.
SafetensorsFile drawnArrays(const CheckedProject& project);

/// The safetensors file of a script: the network's weights under the script's names and in its framework's layout. Where `arrays`,
/// by "layer.weight", keep a moving average, it is the weight. Throws `scripts.weight` if one is missing or has another shape.
std::vector<std::byte> scriptWeights(const NetworkCode& network, ScriptFramework framework, const SafetensorsFile& arrays,
                                     const std::vector<std::string>& moduleNames);

} // namespace netsmith::interop
