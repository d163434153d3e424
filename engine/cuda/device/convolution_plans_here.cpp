#include "engine/core/cache_folder.h"
#include "engine/cuda/device/cudnn_convolution.h"
#include "engine/cuda/device/devices.h"

#include <fmt/format.h>

// Plans for the GPU of this machine.

namespace netsmith::cuda {

std::vector<ConvolutionPlan> convolutionPlans(const ConvolutionShape& shape, std::size_t most)
{
    const CudnnLibrary* const library = CudnnLibrary::instance();
    return library ? cudnnPlans({*library, CudnnHandle::instance(*library).handle}, shape, most) : std::vector<ConvolutionPlan>();
}

std::optional<ConvolutionPlan> convolutionPlanFrom(const std::string& text)
{
    const CudnnLibrary* const library = CudnnLibrary::instance();
    return library ? cudnnPlanFrom({*library, CudnnHandle::instance(*library).handle}, text) : std::nullopt;
}

std::filesystem::path convolutionBook()
{
    const std::filesystem::path folder = cacheFolder();
    return folder.empty() ? folder : folder / "cuda" / "convolutions.json";
}

std::string convolutionTarget()
{
    const CudnnLibrary* const library = CudnnLibrary::instance();
    static const auto all = devices();
    return library && !all.empty() ? fmt::format("{}, cuDNN {}", all.front().name, library->version()) : std::string();
}

} // namespace netsmith::cuda
