#pragma once

#include "engine/compress/structure/structure.h"
#include "engine/plan/logical_plan.h"
#include "engine/store/safetensors.h"

#include <map>
#include <string>
#include <vector>

namespace netsmith::compress {

/// Which elements of some arrays are 0.
using Zeros = std::map<std::string, std::vector<bool>, std::less<>>;

/// The elements with which a whole network predicts what the network without these groups of channels does: all that make them
/// and all that read them. Statistics stay.
Zeros zerosOf(const Structure& structure, const std::vector<bool>& removed, const LogicalPlan& plan);

/// Copies of the arrays with those zeros, moving averages alike; the others are as they were, and not copied.
SafetensorsFile withZeros(const SafetensorsFile& weights, const Zeros& zeros);

} // namespace netsmith::compress
