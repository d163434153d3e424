#pragma once

#include <QList>
#include <QString>

class QAction;

namespace netsmith::gui {

/// The pages of the help as HTML, in the language of the window.
QString guidePage();
/// `actions`: those whose keys are told, in their order.
QString shortcutsPage(const QList<QAction*>& actions);
/// Layers, losses, metrics, optimizers, schedules, transforms and settings with their parameters, as the registries declare them.
QString referencePage();

} // namespace netsmith::gui
