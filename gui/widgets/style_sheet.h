#pragma once

#include <QString>

namespace netsmith::gui {

class Theme;

/// The application's style sheet, made from the theme's tokens. Properties select variants of a widget: `class` = "primary" (the
/// button that continues), "quiet" (a button without a frame), "field" …
QString styleSheet(const Theme& theme);

} // namespace netsmith::gui
