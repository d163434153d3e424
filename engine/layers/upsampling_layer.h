#pragma once

#include "engine/graph/specs/layer_spec.h"

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

/// A layer that enlarges the `axes` position axes of a sample by whole factors; for images also with interpolated pixels.
LayerSpec upsamplingLayer(UpsamplingNames names, int axes);

} // namespace netsmith::layer
