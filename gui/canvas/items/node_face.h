#pragma once

#include "engine/graph/project/project.h"
#include "engine/graph/specs/layer_spec.h"
#include "gui/document/analysis.h"
#include "gui/document/layer_book.h"

#include <QCoreApplication>
#include <QString>

#include <optional>

namespace netsmith::gui {

/// The analysis results that are shown as text on a node.
struct NodeFacts {
    std::optional<Shape> in; ///< of the first input
    std::optional<Shape> out; ///< of the first output
    std::optional<inspect::NodeFigures> figures;
    QString lender; ///< the node whose weights it uses; empty: its own
    bool frozen = false; ///< training does not change its weights

    bool operator==(const NodeFacts&) const = default;
};

/// The texts on a node.
struct NodeFace {
    QString title;
    QString details; ///< "32 · 3×3 · relu"
    QString count; ///< the number of parameters, "18.5k", or whose it uses, "= conv2d_1"; empty if it has none
    bool frozen = false;

    bool operator==(const NodeFace&) const = default;

    Q_DECLARE_TR_FUNCTIONS(NodeFace)
};

/// Sets everything but the title.
void describe(NodeFace& face, const LayerBook& layers, const Node& node, const NodeFacts& facts);
NodeFace faceOf(const LayerBook& layers, const Node& node, const NodeFacts& facts);
NodeFace faceOf(const Objective& objective);

/// A node's tool tip, as rich text. `problem` empty: none.
QString toolTipOf(const LayerBook& layers, const Node& node, const NodeFacts& facts, const QString& problem);
QString toolTipOf(const PortSpec& port);
QString toolTipOf(const Objective& objective);

} // namespace netsmith::gui
