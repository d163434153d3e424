#include "gui/widgets/labels/text_label.h"

#include <QStyle>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

TextLabel::TextLabel(TextRole role, const QString& tone, QWidget* parent)
    : QLabel(parent)
    , m_role(role)
{
    setTextFormat(Qt::PlainText);
    setProperty("class", tone);
    setFont(Theme::instance().font(role));
    connect(&Theme::instance(), &Theme::changed, this, [this] { setFont(Theme::instance().font(m_role)); });
}

void TextLabel::setTone(const QString& tone)
{
    if (property("class").toString() == tone)
        return;
    setProperty("class", tone);
    style()->unpolish(this);
    style()->polish(this);
    setFont(Theme::instance().font(m_role)); // polishing resets the font to that of the previous text size
}

void TextLabel::setRole(TextRole role)
{
    m_role = role;
    setFont(Theme::instance().font(role));
}

} // namespace netsmith::gui
