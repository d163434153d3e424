#pragma once

#include "engine/interop/weights/weight_file.h"

namespace netsmith::interop {

/// The readers of files with weights, for `readWeights`. Each throws `Error` with the file's name; `recognises…` looks at content.
bool recognisesNpy(std::span<const std::byte> content);
WeightFile readNpyWeights(const MappedFile& file, const std::filesystem::path& path);
bool recognisesNpz(std::span<const std::byte> content);
WeightFile readNpzWeights(const MappedFile& file, const std::filesystem::path& path);

bool recognisesPyTorch(std::span<const std::byte> content);
WeightFile readPyTorch(const MappedFile& file, const std::filesystem::path& path);

bool recognisesSafetensors(std::span<const std::byte> content);
WeightFile readSafetensorsWeights(const MappedFile& file, const std::filesystem::path& path);

} // namespace netsmith::interop
