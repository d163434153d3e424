#include "gui/widgets/labels/elided_check_box.h"

#include <QStyleOptionButton>
#include <QStylePainter>

#include <algorithm>

namespace netsmith::gui {

ElidedCheckBox::ElidedCheckBox(const QString& text, QWidget* parent)
    : QCheckBox(text, parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setShortcut({}); // an ampersand in a name is not a mnemonic
}

QSize ElidedCheckBox::sizeHint() const
{
    const QSize hint = QCheckBox::sizeHint();
    return {hint.width() + static_cast<int>(text().count(u'&')) * fontMetrics().horizontalAdvance(u'&'), hint.height()};
}

QSize ElidedCheckBox::minimumSizeHint() const
{
    const QSize whole = QCheckBox::minimumSizeHint();
    const int given = fontMetrics().horizontalAdvance(text()) - fontMetrics().horizontalAdvance(QChar(0x2026)) * 3;
    return {whole.width() - std::max(0, given), whole.height()};
}

QString ElidedCheckBox::shownText() const
{
    QStyleOptionButton option;
    initStyleOption(&option);
    const QRect room = style()->subElementRect(QStyle::SE_CheckBoxContents, &option, this);
    return fontMetrics().elidedText(text(), Qt::ElideRight, room.width());
}

QString ElidedCheckBox::textCutOff() const
{
    return shownText() == text() ? QString() : text();
}

void ElidedCheckBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text = shownText().replace(u'&', QLatin1StringView("&&"));
    painter.drawControl(QStyle::CE_CheckBox, option);
}

} // namespace netsmith::gui
