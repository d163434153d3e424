#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace netsmith::cuda {

/// The GPU and the library that plans are made for: "NVIDIA H100 80GB HBM3, cuDNN 91900". Empty where the library is not installed.
std::string planTarget();

/// The tuning cache for a kind of operation, "convolutions"; empty where there is no cache folder.
std::filesystem::path tuningCacheFile(std::string_view kind);

} // namespace netsmith::cuda
