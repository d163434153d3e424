#include "engine/cuda/device/plan_target.h"

#include "engine/core/files/cache_folder.h"
#include "engine/cuda/device/cudnn_library.h"
#include "engine/cuda/device/devices.h"

#include <fmt/format.h>

namespace netsmith::cuda {

std::string planTarget()
{
    const CudnnLibrary* const library = CudnnLibrary::instance();
    static const auto all = devices();
    return library && !all.empty() ? fmt::format("{}, cuDNN {}", all.front().name, library->version()) : std::string();
}

std::filesystem::path tuningCacheFile(std::string_view kind)
{
    const std::filesystem::path folder = cacheFolder();
    return folder.empty() ? folder : folder / "cuda" / fmt::format("{}.json", kind);
}

} // namespace netsmith::cuda
