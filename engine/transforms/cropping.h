#pragma once

#include "engine/transforms/look_up.h"

namespace netsmith::transform {

/// What crops have in common: the size of what is left.
struct CropSize {
    std::vector<std::int64_t> size{24, 24};
};

ParameterBuilder<CropSize> declareCropSize();

/// Throws `crop.size` where the image is smaller.
Shape cropped(const CropSize& p, const Shape& image);

/// Emits a window of that size, anywhere in the image or in its middle.
void cropImage(const CropSize& p, TransformCall& call, bool anywhere);

} // namespace netsmith::transform
