#pragma once

#include "engine/fields/dataset.h"
#include "engine/interop/onnx/export/onnx_builder.h"
#include "engine/plan/checks/checked_project.h"
#include "engine/store/safetensors.h"

#include <filesystem>

namespace netsmith::interop {

struct OnnxExportOptions {
    /// Whether the model takes the numbers of the data as they are, and scales them itself; else as the network reads them.
    bool preprocessing = true;
    OnnxWeights weights = OnnxWeights::float32;
};

/// A network as an ONNX model that predicts as it does: opset 18, a batch of any size, channels last as in our data. Its inputs are
/// named like the fields that enter it, and layers of noise; its outputs like the layers to which losses apply. The names of
/// classes are in its metadata as JSON lists, by "class_names.OUTPUT". `fields` are those that the weights were trained with, which
/// are "layer.weight" and "layer.weight/average" in `weights`. Throws `onnx_export.*` and the project's first error.
OnnxModel onnxModelOf(const CheckedProject& project, std::span<const data::FieldSpec> fields, const SafetensorsFile& weights,
                      const OnnxExportOptions& options);

/// The model of a run's result, or of a checkpoint. Throws what `openSavedRun` says.
OnnxModel onnxModelOf(const std::filesystem::path& run, const OnnxExportOptions& options);

} // namespace netsmith::interop
