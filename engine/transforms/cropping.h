#pragma once

#include "engine/transforms/look_up.h"

namespace netsmith::transform {

/// What crops share: the resulting size.
struct CropSize {
    std::vector<std::int64_t> size{24, 24};
};

ParameterBuilder<CropSize> declareCropSize();

/// Throws `crop.size` if the image is smaller.
Shape cropped(const CropSize& p, const Shape& image);

/// Emits a window of that size, anywhere in the image or at its centre.
void cropImage(const CropSize& p, TransformCall& call, bool anywhere);

} // namespace netsmith::transform
