#pragma once

#include "engine/graph/layer_spec.h"

#include <string>

namespace netsmith::layer {

/// What a layer that repeats positions calls itself.
struct UpsamplingNames {
    std::string id;
    std::string title;
    std::string shortTitle;
    std::string doc;
    std::string alsoKnownAs;
    std::string sizeDoc;
};

/// A layer that lengthens the axes of positions of a sample with `axes` of them by whole factors; of images also with pixels that
/// lie between those of the input.
LayerSpec upsamplingLayer(UpsamplingNames names, int axes);

} // namespace netsmith::layer
