#pragma once

#include "gui/widgets/tokens.h"

#include <QString>

#include <array>
#include <map>
#include <optional>
#include <string>

namespace netsmith::gui {

/// What was measured at a node: a colour, a bar as long, and in words, for colour alone tells nothing to some eyes.
struct NodeTint {
    int step = 0; ///< 0 … 4, from no difference to the most
    double level = 0.0; ///< 0 … 1: how far the bar reaches
    QString details; ///< in place of the node's own: "Δ 0.21 %"
    QString count; ///< in place of its count of parameters; may be empty

    bool operator==(const NodeTint&) const = default;
};

/// Colours over the network, for as long as something is measured there.
struct NetworkTint {
    static constexpr int steps = 5;

    QString title; ///< what the colours tell
    std::array<QString, steps - 1> borders{}; ///< where one colour gives way to the next
    std::map<std::string, NodeTint> nodes{}; ///< by their names without blocks, "res_1/dense_1"

    bool operator==(const NetworkTint&) const = default;

    /// Of a node of the graph that is open at `place`; of what is in a block the one that reaches farthest. Null where nothing was
    /// measured.
    const NodeTint* of(const std::string& place, const std::string& node) const;
};

Token tintToken(int step);

} // namespace netsmith::gui
