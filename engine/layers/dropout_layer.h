#pragma once

#include "engine/graph/specs/layer_spec.h"
#include "engine/ops/dropout.h"

#include <string>

namespace netsmith::layer {

/// What a layer calls itself.
struct DropoutNames {
    std::string id;
    std::string title;
    std::string shortTitle;
    std::string doc;
    std::string alsoKnownAs;
};

/// A layer that drops `what` while training, of samples with `axes` axes of positions (0: of any shape).
LayerSpec dropoutLayer(DropoutNames names, Dropped what, int axes);

} // namespace netsmith::layer
