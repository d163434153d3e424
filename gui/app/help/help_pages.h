#pragma once

#include <QList>
#include <QString>

class QAction;

namespace netsmith::gui {

/// The help pages as HTML, in the window's language.
QString guidePage();
/// `actions`: those whose keys are listed, in order.
QString shortcutsPage(const QList<QAction*>& actions);
/// Layers, losses, metrics, optimizers, schedules, transforms and settings with their parameters, as declared in the registries.
QString referencePage();

} // namespace netsmith::gui
