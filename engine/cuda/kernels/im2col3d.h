#pragma once

#include "engine/cuda/kernels/im2col.h"

namespace netsmith::cuda::kernels {

/// How a window moves over N,D,H,W,C volumes: over their slices as over images, and along the depth. Images are volumes of one
/// slice. The padding after the input follows from the output's size.
struct VolumeWindow {
    WindowShape slice; ///< its images are all input slices
    std::int64_t depth = 1; ///< slices of a volume
    std::int64_t outputDepth = 1; ///< of its result
    std::int64_t kernelDepth = 1;
    std::int64_t strideDepth = 1;
    std::int64_t dilationDepth = 1;
    std::int64_t front = 0; ///< padding

    /// Whether every volume is an image.
    bool isFlat() const { return depth == 1 && outputDepth == 1 && kernelDepth == 1 && front == 0; }
    std::int64_t volumes() const { return slice.images / depth; }
    std::int64_t kernelVoxels() const { return kernelDepth * slice.kernelHeight * slice.kernelWidth; }
};

// The patches of volumes: rows of [output voxels, kd·kh·kw·channels]. The images of a part are output slices: those of whole
// volumes, or some of one volume.

/// T is float, BFloat16 or Float16.
template <class T>
void im2col(Stream& stream, const VolumeWindow& window, const PatchPart& part, const T* x, T* patches);
/// The gradient of the former into dx, the part's first volume. The patches of a volume's first slice begin its sums, and those of
/// the later ones add to them, so that the parts of one volume go in order and in float.
template <class T>
void col2im(Stream& stream, const VolumeWindow& window, const PatchPart& part, const float* patches, T* dx);

} // namespace netsmith::cuda::kernels
