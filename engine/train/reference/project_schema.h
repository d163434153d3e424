#pragma once

#include "engine/graph/graph.h"

namespace netsmith::train {

/// The JSON schema (draft 2020-12) of a `.netsmith` file, generated from the format and the registries: for completion and checks
/// in editors. Shipped as resources/project.schema.json.
Json projectSchema();

} // namespace netsmith::train
