#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/cuda/kernels/window_shape.h"

namespace netsmith::cuda::kernels {

/// The images and the channels of them that patches are taken of.
struct PatchPart {
    std::int64_t firstImage = 0;
    std::int64_t images = 1;
    std::int64_t firstChannel = 0;
    std::int64_t channels = 1;
};

// A patch is what a window covers of an image: one row of [output pixels, kh·kw·channels], 0 where there is padding. With patches
// for rows a convolution is a product of matrices.

/// T is float, BFloat16 or Float16.
template <class T>
void im2col(Stream& stream, const WindowShape& shape, const PatchPart& part, const T* x, T* patches);
/// The gradient of the former: every pixel's sum over the patches that it is in.
template <class T>
void col2im(Stream& stream, const WindowShape& shape, const PatchPart& part, const float* patches, T* dx);

} // namespace netsmith::cuda::kernels
