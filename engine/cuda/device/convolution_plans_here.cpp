#include "engine/cuda/device/cudnn_convolution.h"

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

} // namespace netsmith::cuda
