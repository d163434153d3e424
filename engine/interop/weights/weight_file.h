#pragma once

#include "engine/core/data_type.h"
#include "engine/core/expected.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/message.h"
#include "engine/core/shape.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// Whose conventions the tensors of a file follow: the order of their axes and gates, and the names of statistics.
enum class Framework { unknown, netsmith, keras, pytorch, onnx, tflite, darknet };
/// "pytorch", as in JSON.
std::string_view idOf(Framework framework);

/// A tensor as another program stored it; `bytes` are row-major and little-endian, and belong to the file.
struct WeightTensor {
    std::string name{}; ///< as in the file; of Keras's, with the layer: "conv2d_1/kernel"
    std::string stored{}; ///< its type there, as its program calls it: "float16", "uint8 × scale"
    DataType type = DataType::f32;
    Shape shape{};
    std::span<const std::byte> bytes{};
};

/// The weights of a network that another program trained.
struct WeightFile {
    std::string format{}; ///< "PyTorch", for people
    Framework framework = Framework::unknown;
    std::shared_ptr<const void> content{}; ///< keeps the tensors' bytes
    std::vector<WeightTensor> tensors{}; ///< in the file's order
    std::vector<Message> notes{}; ///< what was left out, and why

    const WeightTensor* find(std::string_view name) const;
};

/// Reads a file of any of these formats, told apart by content and, where that says too little, by name: safetensors, NPY, NPZ,
/// PyTorch, Keras, ONNX, TFLite, Darknet. Large tensors that are stored as in memory stay in the mapped file. Errors are of kind
/// `input`, name the file and the tensor, and say what was expected; memory is bounded by the file's size.
Expected<WeightFile> readWeights(const std::filesystem::path& path);

/// A tensor's numbers as f32. Integers and f64 are rounded to the nearest.
std::vector<float> floatsOf(const WeightTensor& tensor);

} // namespace netsmith::interop
