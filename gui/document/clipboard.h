#pragma once

#include "engine/core/expected.h"
#include "gui/document/annotations.h"

#include <QPointF>
#include <QString>

#include <optional>
#include <set>
#include <string>

namespace netsmith::gui {

/// Nodes, the wires between them, frames and notes as JSON text, in the form of a project's "graph". What lies in the frames is
/// copied too.
QString copyText(const Graph& graph, const std::set<std::string>& nodes, const Annotations& annotations = {});

struct Pasted {
    std::set<std::string> nodes;
    Annotations annotations;
};
/// Adds what such a text holds, with fresh ids, its top left corner at `position` (or `offset` from where it was). Blocks that the
/// graph lacks come along. `into`: the block whose inside the graph is, which must not come to hold itself and has neither frames
/// nor notes. An error says why the text is no piece of a network, or of this one.
Expected<Pasted> paste(Graph& graph, const QString& text, std::optional<QPointF> position, QPointF offset = {},
                       const std::string& into = {});

} // namespace netsmith::gui
