#pragma once

#include "gui/widgets/labels/text_label.h"

namespace netsmith::gui {

/// The font of a group heading: small, letter-spaced, in uppercase if the script has case.
QFont sectionFont();

/// A muted heading above a group of rows.
class SectionHeader : public TextLabel {
    Q_OBJECT

public:
    explicit SectionHeader(const QString& text = {}, QWidget* parent = nullptr);
};

} // namespace netsmith::gui
