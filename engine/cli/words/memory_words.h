#pragma once

#include "engine/backend/backend.h"
#include "engine/graph/graph.h"

#include <array>
#include <string>

namespace netsmith::cli {

/// What a run's memory is for, in the order in which it is listed.
struct MemoryClass {
    const char* name;
    std::int64_t MemoryUse::*bytes;
};
inline constexpr std::array<MemoryClass, 6> memoryClasses{{
    {"weights", &MemoryUse::weights},
    {"gradients", &MemoryUse::gradients},
    {"optimizer", &MemoryUse::optimizer},
    {"activations", &MemoryUse::activations},
    {"workspace", &MemoryUse::workspace},
    {"data", &MemoryUse::data},
}};

/// Bytes by class, for programs and as a table for people.
Json memoryJson(const MemoryUse& use);
std::string memoryText(const MemoryUse& use);

} // namespace netsmith::cli
