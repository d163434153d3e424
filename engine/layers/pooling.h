#pragma once

#include "engine/graph/specs/layer_spec.h"
#include "engine/ops/op.h"

#include <string>

namespace netsmith::layer {

/// A pooling layer of 1, 2 or 3 axes, of sequences T×C, images H×W×C or volumes D×H×W×C. `op` is that for images, whose first
/// output is the result: a sequence is an image of one row, and a volume's depth is pooled after its images. Maximum and average
/// computed in parts equal those of the whole, even with padding excluded, since a window covers a box.
LayerSpec poolingLayer(std::string id, std::string title, std::string doc, const OpSpec& op, int axes);

/// Pooling of all of a sequence, an image or a volume: one number per channel.
LayerSpec globalPoolingLayer(std::string id, std::string title, std::string doc, const OpSpec& op, int axes);

} // namespace netsmith::layer
