#pragma once

#include "engine/cuda/device/convolution_plan.h"
#include "engine/cuda/device/cudnn_descriptor.h"

#include <optional>

namespace netsmith::cuda {

/// The target of plans: the GPU in use, or one that is only described, for which they can be built but not run.
class CudnnTarget {
public:
    /// `handle` outlives this.
    CudnnTarget(const CudnnLibrary& library, cudnnHandle_t handle)
        : m_library(&library)
        , m_handle(handle)
    {
    }
    /// `properties` are JSON, as the library describes a GPU. Throws `cuda.cudnn`.
    CudnnTarget(const CudnnLibrary& library, const std::string& properties);

    const CudnnLibrary& library() const { return *m_library; }
    cudnnHandle_t handle() const { return m_handle; }
    /// Sets the target of an operation graph or a plan.
    void describe(CudnnDescriptor& descriptor, std::optional<cudnnBackendAttributeName_t> handleName,
                  std::optional<cudnnBackendAttributeName_t> propertiesName) const;

private:
    const CudnnLibrary* m_library;
    cudnnHandle_t m_handle = nullptr;
    std::optional<CudnnDescriptor> m_properties;
};

/// `convolutionPlans` and `convolutionPlanFrom` for a target.
std::vector<ConvolutionPlan> cudnnPlans(const CudnnTarget& target, const ConvolutionShape& shape, std::size_t most);
std::optional<ConvolutionPlan> cudnnPlanFrom(const CudnnTarget& target, const std::string& text);

} // namespace netsmith::cuda
