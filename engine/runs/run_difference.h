#pragma once

#include "engine/graph/graph_difference.h"
#include "engine/runs/run_facts.h"

#include <span>

namespace netsmith::runs {

/// Something that is not the same in all runs; nothing where a run does not say it.
struct FactDifference {
    std::string name;
    std::vector<std::optional<std::string>> values; ///< one a run
    bool operator==(const FactDifference&) const = default;
};

/// What sets runs apart.
struct RunDifference {
    std::vector<std::string> names; ///< of the runs
    std::vector<FactDifference> settings; ///< by path
    std::vector<FactDifference> environment; ///< data, device, versions, build
    std::vector<FactDifference> results; ///< how far they came and what the last epoch measured
    std::vector<GraphDifference> graphs; ///< of each run from the second on, against the first
    bool empty() const;
};

/// Of two runs or more. A pure function of what was read.
RunDifference differenceOf(std::span<const RunFacts> runs);

} // namespace netsmith::runs
