#pragma once

#include "engine/plan/build_plan.h"

namespace netsmith {

/// The registries of everything a network and its training may name.
const Catalog& catalog();

/// "fp32" → the precision. Throws `precision.unknown`.
Precision precisionFrom(std::string_view name);

} // namespace netsmith
