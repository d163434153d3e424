#include "engine/core/cache_folder.h"
#include "engine/cuda/device/cudnn_convolution.h"
#include "engine/cuda/device/devices.h"

#include <fmt/format.h>

// Plans for the GPU of this machine.

namespace netsmith::cuda {

std::vector<ConvolutionPlan> convolutionPlans(const ConvolutionShape& shape, std::size_t most)
{
    const CudnnLibrary* const library = CudnnLibrary::instance();
    if (!library)
        return {};
    CudnnHandle& shared = CudnnHandle::instance(*library);
    const std::lock_guard lock(shared.mutex);
    return cudnnPlans({*library, shared.handle}, shape, most);
}

std::optional<ConvolutionPlan> convolutionPlanFrom(const std::string& text)
{
    const CudnnLibrary* const library = CudnnLibrary::instance();
    if (!library)
        return std::nullopt;
    CudnnHandle& shared = CudnnHandle::instance(*library);
    const std::lock_guard lock(shared.mutex);
    return cudnnPlanFrom({*library, shared.handle}, text);
}

std::filesystem::path convolutionBook()
{
    const std::filesystem::path folder = cacheFolder();
    return folder.empty() ? folder : folder / "cuda" / "convolutions.json";
}

std::string planTarget()
{
    const CudnnLibrary* const library = CudnnLibrary::instance();
    static const auto all = devices();
    return library && !all.empty() ? fmt::format("{}, cuDNN {}", all.front().name, library->version()) : std::string();
}

} // namespace netsmith::cuda
