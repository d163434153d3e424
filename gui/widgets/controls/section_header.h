#pragma once

#include "gui/widgets/controls/text_label.h"

namespace netsmith::gui {

/// The font of a quiet heading above a group: small, spaced capitals where the script has them.
QFont sectionFont();

/// A quiet heading above a group of rows.
class SectionHeader : public TextLabel {
    Q_OBJECT

public:
    explicit SectionHeader(const QString& text = {}, QWidget* parent = nullptr);
};

} // namespace netsmith::gui
