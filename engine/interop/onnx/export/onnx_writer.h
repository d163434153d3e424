#pragma once

#include "engine/interop/onnx/onnx_file.h"

#include <cstddef>
#include <vector>

namespace netsmith::interop {

/// A model in the format of onnx.proto, as `parseOnnx` reads it; `name`: of the file, in errors. Throws `onnx_export.large` where
/// that exceeds what protobuf allows.
std::vector<std::byte> writeOnnx(const OnnxModel& model, std::string_view name);

} // namespace netsmith::interop
