#pragma once

#include "engine/core/shape.h"
#include "engine/graph/project/project.h"

#include <filesystem>
#include <vector>

namespace netsmith::interop {

/// An array of the network that an import fills: "conv1.kernel".
struct ImportedWeight {
    std::string name{};
    Shape shape{};
    std::vector<float> numbers{};
};

/// Another program's model as a project, which is not checked yet, and what a person should know of it.
struct ImportedModel {
    Project project{};
    std::vector<ImportedWeight> weights{}; ///< of every layer that has some; empty: they are drawn
    std::vector<Message> notes{};
};

/// Writes the project, and its weights beside it, as initial weights with their SHA-256: PROJECT.safetensors. Returns the weights'
/// file; empty if there are none. Throws `file.*`.
std::filesystem::path saveImportedModel(ImportedModel& model, const std::filesystem::path& project);

} // namespace netsmith::interop
