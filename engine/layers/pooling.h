#pragma once

#include "engine/graph/layer_spec.h"
#include "engine/ops/op.h"

#include <string>

namespace netsmith::layer {

/// A two-dimensional pooling layer around its op, whose first output is the result.
LayerSpec poolingLayer(std::string id, std::string title, std::string doc, const OpSpec& op);

} // namespace netsmith::layer
