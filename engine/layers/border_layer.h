#pragma once

#include "engine/graph/specs/layer_spec.h"

#include <string>
#include <vector>

namespace netsmith::layer {

/// What a layer calls itself and its one parameter.
struct BorderNames {
    std::string id;
    std::string title;
    std::string shortTitle;
    std::string doc;
    std::string alsoKnownAs;
    std::string parameter; ///< "padding", "cropping"
    std::string parameterTitle;
    std::string parameterDoc;
};

/// A layer that adds zeros around the positions of a sample with `axes` axes of them, or crops them, by one amount per axis for
/// both sides or one per side.
LayerSpec borderLayer(BorderNames names, int axes, bool cuts, std::vector<std::int64_t> amounts);

} // namespace netsmith::layer
