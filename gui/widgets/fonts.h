#pragma once

#include "gui/widgets/theme.h"

namespace netsmith::gui {

/// Inter for words and Noto Sans for numbers (its digits have equal widths), both followed by Noto Sans CJK SC, so that Han text
/// doesn't get Japanese glyphs; the system font if none is installed.
QFont fontFor(TextRole role, int textPercent);

} // namespace netsmith::gui
