#pragma once

#include "engine/backend/backend.h"
#include "engine/graph/graph.h"

#include <string>

namespace netsmith::cli {

/// Bytes by class, for programs and as a table for people.
Json memoryJson(const MemoryUse& use);
std::string memoryText(const MemoryUse& use);

} // namespace netsmith::cli
