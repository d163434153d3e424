#pragma once

#include <set>
#include <string>

namespace netsmith::gui {

/// A walk through the network with the numbers of one training step, shown on the canvas: where it is and where it came through.
struct NetworkTrail {
    enum class Way {
        forward,
        back, ///< the gradient
        update, ///< of the weights: nothing moves along the wires
    };

    Way way = Way::forward;
    std::string current{}; ///< the path of a node, "res_1/dense_1"; empty: the loss
    std::set<std::string> passed{}; ///< likewise, on this way

    bool operator==(const NetworkTrail&) const = default;
};

} // namespace netsmith::gui
