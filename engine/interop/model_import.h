#pragma once

#include "engine/interop/code/code_import.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// What a file does not say of the network in it.
using ModelImportOptions = CodeOptions;

/// The endings of the names of files that hold another program's network: ".onnx".
std::vector<std::string_view> importSuffixes();

/// The network in such a file. Throws `import.format` if it is none, and `import.refused` with what its reader says.
ImportedModel importModel(const std::filesystem::path& path, const ModelImportOptions& options);

} // namespace netsmith::interop
