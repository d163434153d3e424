#pragma once

#include "engine/core/shape.h"
#include "engine/inspect/activations/layer_summary.h"

#include <span>
#include <string>
#include <vector>

namespace netsmith::inspect {

/// How large a picture of a layer's output may be.
struct PictureLimits {
    int maps = 10;
    int side = 32; ///< of a map, in cells
    int onlySide = 64; ///< of a single map
    int bars = 62;
    int steps = 124; ///< of a sequence
    int units = 44; ///< of a sequence's steps
};

/// A layer's output for one sample, reduced to what can be shown: small, whatever the layer's size.
struct LayerPicture {
    enum class Form {
        maps, ///< [H,W,C]: the first channels as pictures; of [D,H,W,C] the middle slice
        colour, ///< [H,W,3] that entered the network as a colour picture: its channels
        bars, ///< [C]: the units
        strip, ///< [T,C]: the steps from left to right, the units from top to bottom
    };

    std::string node;
    Shape shape; ///< of one sample
    Form form = Form::bars;
    int width = 0; ///< cells of a map, of a strip, or the number of bars
    int height = 0; ///< 1 for bars
    std::int64_t shown = 1; ///< of the `total` maps; `cells` holds one after the other, row by row
    std::int64_t total = 1;
    std::vector<float> cells; ///< a NaN where one of its numbers is not finite
    LayerSummary summary; ///< of all numbers

    bool operator==(const LayerPicture& other) const { return node == other.node && cells == other.cells; }
};

/// Cells of maps are the means of their numbers; those of bars and strips the number that is furthest from 0, so that a single
/// active unit does not vanish. `isInput`: of an input layer.
LayerPicture pictureOf(std::string node, const Shape& shape, std::span<const float> values, bool isInput,
                       const PictureLimits& limits = {});

} // namespace netsmith::inspect
