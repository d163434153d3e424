#pragma once

#include <QList>

class QWidget;

namespace netsmith::gui {

/// What Tab leads to in a window, as it is read: tools, left panels, centre, right panels, bottom panels, and within each line by
/// line. Qt's own chain is the order in which widgets were made and reparented, which says little once panels are moved and rows
/// made anew.
QList<QWidget*> focusOrder(QWidget& window);

/// Gives the focus to the next widget of that order, or the one before; from the last to the first. False where none takes it.
bool moveFocus(QWidget& window, bool next);

} // namespace netsmith::gui
