#pragma once

class QWidget;

namespace netsmith::gui {

/// Moves the focus to the next or previous widget of a window in reading order: tools, left panels, centre, right panels, bottom
/// panels, and line by line within each; wraps around. Qt's tab order is the order in which widgets were created and reparented,
/// which doesn't match once panels are moved and rows rebuilt. Returns false if no widget accepts the focus.
bool moveFocus(QWidget& window, bool next);

} // namespace netsmith::gui
