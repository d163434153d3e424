#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace netsmith::cuda {

/// The GPU and the library that plans are for: "NVIDIA H100 80GB HBM3, cuDNN 91900". Empty if the library is not installed.
std::string planTarget();

/// The file that stores the choices of a kind, "convolutions"; empty if there is no place for it.
std::filesystem::path bookOf(std::string_view kind);

} // namespace netsmith::cuda
