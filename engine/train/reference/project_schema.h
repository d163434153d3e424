#pragma once

#include "engine/graph/graph.h"

namespace netsmith::train {

/// The JSON schema (draft 2020-12) of a `.netsmith` file, made from what reads one and from the registries: editors complete and
/// check by it. Shipped as resources/project.schema.json.
Json projectSchema();

} // namespace netsmith::train
