#pragma once

#include "engine/plan/checks/checked_project.h"

#include <set>
#include <string>

namespace netsmith {

/// The layers of a flat network that a phase's training steps don't treat as they do all others.
struct PhaseLayers {
    /// They compute as in evaluation, without dropout and by their moving averages: what the phase's objectives learn from and do
    /// not train, such as a teacher.
    std::set<std::string> evaluated;
    /// Their batch statistics don't change, as those of a layer that is not trainable: phases that follow each other leave alone
    /// what they don't train. Where phases take turns, as adversaries do, each of them moves the statistics of all.
    std::set<std::string> frozen;
};

PhaseLayers layersOfPhase(const Project& project, const Catalog& catalog, std::size_t phase);

} // namespace netsmith
