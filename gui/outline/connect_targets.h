#pragma once

#include "gui/document/document.h"
#include "gui/widgets/controls/picker_popup.h"

#include <vector>

namespace netsmith::gui {

/// The inputs that a wire from an output can lead to, those that take its shape first; for the list that "Connect to…" opens. A
/// row's id is "node port" of the input.
std::vector<PickerPopup::Item> connectTargets(const Document& document, const PortRef& from);
/// The input that such an id names.
PortRef targetOf(const QString& id);

} // namespace netsmith::gui
