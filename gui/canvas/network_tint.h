#pragma once

#include "gui/widgets/tokens.h"

#include <QString>

#include <array>
#include <map>
#include <optional>
#include <string>

namespace netsmith::gui {

/// A value measured at a node, shown as a colour, as the length of a bar and in words, so that it doesn't depend on colour vision.
struct NodeTint {
    int step = 0; ///< 0 to 4, from no difference to the largest
    double level = 0.0; ///< 0 to 1: the length of the bar
    QString details; ///< replaces the node's own: "Δ 0.21 %"
    QString count; ///< replaces the number of parameters; may be empty

    bool operator==(const NodeTint&) const = default;
};

/// Who colours the network; the later covers the earlier.
enum class TintSource { heat, twin };
inline constexpr std::size_t tintSources = 2;

/// Colours of the network's nodes, while there are measured values to show.
struct NetworkTint {
    static constexpr int steps = 5;

    QString title; ///< what the colours show
    std::array<QString, steps - 1> borders{}; ///< the boundaries between the colours
    std::map<std::string, NodeTint> nodes{}; ///< by their paths in the network, "res_1/dense_1"

    bool operator==(const NetworkTint&) const = default;

    /// The value for a node of the graph that is open at `place`; for a block, the largest inside. Null if nothing was measured.
    const NodeTint* of(const std::string& place, const std::string& node) const;
};

Token tintToken(int step);

} // namespace netsmith::gui
