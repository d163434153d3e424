#pragma once

#include "engine/core/expected.h"
#include "engine/interop/weights/weight_file.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace netsmith::interop {

/// The weights of a TensorFlow Lite model by their names in it: the constant tensors of floating-point numbers, and the integers
/// that a scale makes numbers of, which are given as f32. Plain integers are shapes and indices; they are left out and counted in
/// the notes, like a tensor that can't be read, each with the reason. Errors are of kind `input` and name the file and the tensor.
Expected<WeightFile> readTfliteWeights(const std::filesystem::path& path);

/// The same from memory, which must outlive the result.
Expected<WeightFile> parseTfliteWeights(std::span<const std::byte> bytes, std::string_view name);

} // namespace netsmith::interop
