#pragma once

#include "engine/cuda/device/convolution_plan.h"
#include "engine/cuda/device/cudnn_descriptor.h"

#include <span>

namespace netsmith::cuda {

/// The ids of a convolution's tensors in the library.
namespace tensor_ids {
inline constexpr std::int64_t x = 1;
inline constexpr std::int64_t w = 2;
inline constexpr std::int64_t y = 3;
inline constexpr std::int64_t bias = 4;
} // namespace tensor_ids

/// A convolution's pass, and what is fused to it, as the library's operation graph, not finalized yet, with its parts.
class CudnnGraph {
public:
    CudnnGraph(const CudnnLibrary& library, const ConvolutionShape& shape);

    CudnnDescriptor& descriptor() { return m_graph; }

private:
    CudnnDescriptor tensor(std::int64_t id, cudnnDataType_t type, std::int64_t images, std::int64_t channels,
                           std::span<const std::int64_t> sizes, std::int64_t alignment, bool isVirtual = false) const;
    CudnnDescriptor window(const ConvolutionShape& shape) const;
    CudnnDescriptor convolution(const ConvolutionShape& shape, const CudnnDescriptor& x, const CudnnDescriptor& w,
                                const CudnnDescriptor& y) const;
    CudnnDescriptor pointwise(cudnnPointwiseMode_t mode, const CudnnDescriptor& from, const CudnnDescriptor* other,
                              const CudnnDescriptor& to) const;

    const CudnnLibrary& m_library;
    CudnnDescriptor m_graph;
};

} // namespace netsmith::cuda
