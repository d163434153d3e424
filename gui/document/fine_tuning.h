#pragma once

#include <QString>

#include <set>
#include <string>

namespace netsmith::gui {

class Document;

/// The phases of a training that begins from another's weights: first only what is trained now, the head, then also the layers from
/// some place on, at a lower rate.

/// The frozen layers that the second phase would train too: these and all that depend on them.
std::set<std::string> nodesToFineTune(const Document& document, const std::set<std::string>& nodes);
/// Why there can't be such phases, as a sentence; empty if there can.
QString whyNoFineTuning(const Document& document, const std::set<std::string>& nodes);
/// Makes both phases and their groups in one undo step, with the layers unfrozen; returns what will happen, as a sentence; empty if
/// nothing did.
QString applyFineTuning(Document& document, const std::set<std::string>& nodes);

} // namespace netsmith::gui
