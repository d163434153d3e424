#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/cuda/kernels/window_shape.h"

namespace netsmith::cuda::kernels {

/// The images and the channels that patches are taken from.
struct PatchPart {
    std::int64_t firstImage = 0;
    std::int64_t images = 1;
    std::int64_t firstChannel = 0;
    std::int64_t channels = 1;
};

// A patch is the part of an image that a window covers: one row of [output pixels, kh·kw·channels], 0 where there is padding. With
// patches as rows a convolution is a matrix product.

/// T is float, BFloat16 or Float16.
template <class T>
void im2col(Stream& stream, const WindowShape& shape, const PatchPart& part, const T* x, T* patches);
/// Its gradient: every pixel's sum over the patches that contain it.
template <class T>
void col2im(Stream& stream, const WindowShape& shape, const PatchPart& part, const float* patches, T* dx);

} // namespace netsmith::cuda::kernels
