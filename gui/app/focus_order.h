#pragma once

class QWidget;

namespace netsmith::gui {

/// Gives the focus to the next widget of a window as it is read, or the one before: tools, left panels, centre, right panels,
/// bottom panels, and within each line by line; from the last to the first. Qt's own chain is the order in which widgets were made
/// and reparented, which says little once panels are moved and rows made anew. False where none takes it.
bool moveFocus(QWidget& window, bool next);

} // namespace netsmith::gui
