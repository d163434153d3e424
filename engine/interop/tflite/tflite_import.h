#pragma once

#include "engine/interop/onnx/import/onnx_import.h"
#include "engine/interop/tflite/tflite_file.h"

#include <filesystem>

namespace netsmith::interop {

/// A network of layers made of a TensorFlow Lite model's first graph. Integers become the numbers that they stand for, and where
/// their range ends an output as ReLU or ReLU6 do, that is the layer's activation; 8-bit pictures are scaled by the data's settings
/// as the model's input says. Throws errors of kind `input` about the model as a whole; what no layer expresses is in `refusals`.
ImportedOnnx importTflite(const TfliteModel& model, const LayerRegistry& layers);

/// The network in a file, as a project with its weights. Names of classes that the file has are kept under "x-class_names". Throws
/// what `openTflite`, `importTflite` and `completeModel` do.
ImportedModel importTfliteFile(const std::filesystem::path& path, const LayerRegistry& layers);

} // namespace netsmith::interop
