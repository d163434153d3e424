#pragma once

#include "engine/interop/code/code_import.h"

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// What a file does not say of the network in it.
struct ModelImportOptions {
    std::vector<std::int64_t> inputShape{}; ///< see CodeOptions
    std::function<std::vector<FieldType>(const DataSettings& data)> fieldsOf{};
    std::filesystem::path weights{}; ///< of a Darknet network; empty: beside it
};

/// The endings of the names of files that hold another program's network: ".onnx".
std::vector<std::string_view> importSuffixes();

/// The network in such a file. Throws `import.format` if it is none, `import.input_shape` and `import.weights` for options that it
/// takes none of, and `import.refused` with what its reader says.
ImportedModel importModel(const std::filesystem::path& path, const ModelImportOptions& options);

} // namespace netsmith::interop
