#pragma once

#include "gui/widgets/theme.h"

namespace netsmith::gui {

/// Inter for words, Noto Sans for numbers (its digits are equally wide), Noto Sans CJK SC behind both so that Han text does not
/// fall back to Japanese forms; the system's own font where none is installed.
QFont fontFor(TextRole role, int textPercent);

} // namespace netsmith::gui
