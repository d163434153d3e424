#include "gui/widgets/lists/section_header.h"

using namespace Qt::StringLiterals;

namespace netsmith::gui {

QFont sectionFont()
{
    QFont font = Theme::instance().font(TextRole::captionStrong);
    font.setPixelSize(font.pixelSize() * 11 / 12);
    font.setCapitalization(QFont::AllUppercase);
    font.setLetterSpacing(QFont::PercentageSpacing, 104.0);
    return font;
}

SectionHeader::SectionHeader(const QString& text, QWidget* parent)
    : TextLabel(TextRole::captionStrong, u"secondary"_s, parent)
{
    setText(text);
    setFont(sectionFont());
    connect(&Theme::instance(), &Theme::changed, this, [this] { setFont(sectionFont()); });
}

} // namespace netsmith::gui
