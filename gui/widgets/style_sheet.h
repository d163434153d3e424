#pragma once

#include <QString>

namespace netsmith::gui {

class Theme;

/// The application's style sheet, made of the theme's tokens alone. Properties that set a widget apart: `class` = "primary" (the
/// one button that goes on), "quiet" (a button without a frame), "field" …
QString styleSheet(const Theme& theme);

} // namespace netsmith::gui
