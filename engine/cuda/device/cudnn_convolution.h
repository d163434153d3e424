#pragma once

#include "engine/cuda/device/convolution_plan.h"
#include "engine/cuda/device/cudnn_descriptor.h"

#include <optional>

namespace netsmith::cuda {

/// What plans are made for: the GPU in use, or one that is only described, for which they can be made and not run.
class CudnnTarget {
public:
    /// `handle` outlives this.
    CudnnTarget(const CudnnLibrary& library, cudnnHandle_t handle)
        : m_library(&library)
        , m_handle(handle)
    {
    }
    /// `properties` are JSON, as the library tells them of a GPU. Throws `cuda.cudnn`.
    CudnnTarget(const CudnnLibrary& library, const std::string& properties);

    const CudnnLibrary& library() const { return *m_library; }
    cudnnHandle_t handle() const { return m_handle; }
    /// Says in a graph of operations or a plan what it is for.
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
