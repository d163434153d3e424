#pragma once

#include <QString>

namespace netsmith::gui {

class Actions;

/// The pages of the help as HTML, in the language of the window.
QString guidePage();
QString shortcutsPage(const Actions& actions);
/// Layers, losses, metrics, optimizers and schedules with their parameters, as the registries declare them.
QString referencePage();

} // namespace netsmith::gui
