#pragma once

#include "engine/graph/layer_spec.h"
#include "engine/graph/project.h"
#include "gui/document/analysis.h"
#include "gui/document/layer_book.h"

#include <QCoreApplication>
#include <QString>

#include <optional>

namespace netsmith::gui {

/// What the analysis says of a node, as far as its words tell it.
struct NodeFacts {
    std::optional<Shape> in; ///< of the first input
    std::optional<Shape> out; ///< of the first output
    std::optional<inspect::NodeFigures> figures;
    QString lender; ///< whose weights it uses; empty: it has its own

    bool operator==(const NodeFacts&) const = default;
};

/// The words on a node.
struct NodeFace {
    QString title;
    QString details; ///< "32 · 3×3 · relu"
    QString count; ///< of parameters, "18.5k", or whose it uses, "= conv2d_1"; empty without any

    bool operator==(const NodeFace&) const = default;

    Q_DECLARE_TR_FUNCTIONS(NodeFace)
};

/// Everything but the title.
void describe(NodeFace& face, const LayerBook& layers, const Node& node, const NodeFacts& facts);
NodeFace faceOf(const LayerBook& layers, const Node& node, const NodeFacts& facts);
NodeFace faceOf(const Objective& objective);

/// What the pointer is told that rests on a node, as rich text.
/// `problem` empty: none.
QString toolTipOf(const LayerBook& layers, const Node& node, const NodeFacts& facts, const QString& problem);
QString toolTipOf(const Objective& objective);

} // namespace netsmith::gui
