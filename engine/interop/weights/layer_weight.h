#pragma once

#include "engine/core/shape.h"
#include "engine/graph/specs/weight_options.h"

#include <optional>
#include <string>
#include <vector>

namespace netsmith::interop {

/// A weight or a statistic of a project's layer, to be filled with another program's numbers.
struct LayerWeight {
    std::string layer{}; ///< "res_1/conv2d_1"
    std::string name{}; ///< "kernel", "bias_backward", "moving_mean"
    std::optional<WeightKind> kind{}; ///< none: a statistic
    Shape shape{};
    int gates = 0; ///< of a recurrent layer: 1, 3 (GRU) or 4 (LSTM)
    /// What its first axis enumerates if that is flattened feature maps, one after the other: the shape of each, channels last.
    /// Programs with the channels first flatten them in another order. Vectors among them are as they are; empty: none.
    std::vector<Shape> flattened{};
    std::string after{}; ///< the layer with weights whose output this one reads; empty: none, or several

    std::string id() const { return layer + "/" + name; }
};

} // namespace netsmith::interop
