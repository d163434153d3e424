#pragma once

#include "engine/core/expected.h"
#include "engine/interop/onnx/onnx_file.h"
#include "engine/interop/weights/weight_file.h"

#include <filesystem>
#include <string_view>

namespace netsmith::interop {

/// The weights of an ONNX model: its initializers, then what its Constant nodes hold, then those of subgraphs and functions, by
/// their names in the model. Quantized ones whose scale is known are given as f32. Shapes, indices and the settings of operators,
/// which are tensors too, are left out and counted in the notes.
WeightFile weightsOf(OnnxModel model);

/// The weights of a file; errors are those of `openOnnx`.
Expected<WeightFile> readOnnxWeights(const std::filesystem::path& path);

} // namespace netsmith::interop
