#pragma once

#include <QString>

#include <cstddef>

namespace netsmith::gui {

class CompareSession;

/// A training's state by its index: "waiting", "12 %", "done".
QString stateText(const CompareSession& session, std::size_t index);
/// What a live comparison does: "2 of 6: BF16 · epoch 3 of 10 · about 2 min left"; otherwise empty.
QString progressText(const CompareSession& session);

} // namespace netsmith::gui
