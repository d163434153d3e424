#pragma once

#include "engine/core/expected.h"
#include "engine/graph/graph.h"

#include <QPointF>
#include <QString>

#include <optional>
#include <set>
#include <string>

namespace netsmith::gui {

/// Nodes and the wires between them as JSON text, in the form of a project's "graph".
QString copyText(const Graph& graph, const std::set<std::string>& nodes);

/// Adds what such a text holds, with fresh ids, its top left corner at `position` (or `offset` from where it was); gives the new
/// ids. Blocks that the graph lacks come along. `into`: the block whose inside the graph is, which must not come to hold itself. An
/// error says why the text is no piece of a network, or of this one.
Expected<std::set<std::string>> paste(Graph& graph, const QString& text, std::optional<QPointF> position, QPointF offset = {},
                                      const std::string& into = {});

} // namespace netsmith::gui
