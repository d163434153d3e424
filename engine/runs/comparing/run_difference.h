#pragma once

#include "engine/graph/graph_difference.h"
#include "engine/runs/run_facts.h"

#include <span>

namespace netsmith::runs {

/// Something that differs between runs; nothing if a run does not have it.
struct FactDifference {
    std::string name;
    std::vector<std::optional<std::string>> values; ///< one per run
    bool operator==(const FactDifference&) const = default;
};

/// How runs differ.
struct RunDifference {
    std::vector<std::string> names; ///< of the runs
    std::vector<FactDifference> settings; ///< by path
    std::vector<FactDifference> environment; ///< data, device, versions, build
    std::vector<FactDifference> results; ///< their progress and the last epoch's measurements
    std::vector<GraphDifference> graphs; ///< for each run from the second on, compared with the first
    bool empty() const;
};

/// For two or more runs. A pure function of its arguments.
RunDifference differenceOf(std::span<const RunFacts> runs);

} // namespace netsmith::runs
