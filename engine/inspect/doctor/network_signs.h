#pragma once

#include "engine/inspect/doctor/diagnosis.h"
#include "engine/plan/checks/checked_project.h"

namespace netsmith::inspect {

/// What a project's network and settings show before any step: a loss that doesn't suit the last activation, many layers without
/// normalization, a batch normalization of single samples. For a project without errors.
std::vector<Diagnosis> examineNetwork(const CheckedProject& project);

} // namespace netsmith::inspect
