#pragma once

#include "gui/widgets/labels/text_label.h"

namespace netsmith::gui {

/// A word on a rounded background: a device, a precision, a state.
class Pill : public TextLabel {
    Q_OBJECT

public:
    enum class Kind { plain, accent };

    explicit Pill(const QString& text = {}, Kind kind = Kind::plain, QWidget* parent = nullptr);
    void setKind(Kind kind);
};

} // namespace netsmith::gui
