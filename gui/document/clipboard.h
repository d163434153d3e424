#pragma once

#include "engine/core/expected.h"
#include "gui/document/annotations.h"

#include <QPointF>
#include <QString>

#include <optional>
#include <set>
#include <string>

namespace netsmith::gui {

/// Nodes, the wires between them, frames and notes as JSON text, in the form of a project's "graph". The contents of the frames are
/// copied too.
QString copyText(const Graph& graph, const std::set<std::string>& nodes, const Annotations& annotations = {});

struct Pasted {
    std::set<std::string> nodes;
    Annotations annotations;
};
/// Adds the contents of such a text with new ids, its top left corner at `position`, or moved by `offset` if there is none. Blocks
/// that the graph lacks are added. `into`: the block that the graph is the inside of, which must not contain itself and has no
/// frames or notes. Returns an error if the text isn't a part of a network or can't be pasted here.
Expected<Pasted> paste(Graph& graph, const QString& text, std::optional<QPointF> position, QPointF offset = {},
                       const std::string& into = {});

} // namespace netsmith::gui
