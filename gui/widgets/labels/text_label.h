#pragma once

#include "gui/widgets/theme.h"

#include <QLabel>

namespace netsmith::gui {

/// A label in one of the theme's fonts at the current text size. `tone` is a class of the style sheet: "secondary", "muted",
/// "good", "careful", "bad", "pill", "pill-accent" or empty.
class TextLabel : public QLabel {
    Q_OBJECT

public:
    explicit TextLabel(TextRole role, const QString& tone = {}, QWidget* parent = nullptr);

    void setTone(const QString& tone);
    void setRole(TextRole role);

private:
    TextRole m_role;
};

} // namespace netsmith::gui
