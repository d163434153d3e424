#pragma once

#include "gui/document/document.h"
#include "gui/widgets/lists/picker_popup.h"

#include <vector>

namespace netsmith::gui {

/// The inputs that a wire from an output can connect to, those that accept its shape first; for the list opened by "Connect to…". A
/// row's id is "node port" of the input.
std::vector<PickerPopup::Item> connectTargets(const Document& document, const PortRef& from);
/// The input named by such an id.
PortRef targetOf(const QString& id);

} // namespace netsmith::gui
