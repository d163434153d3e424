#include "gui/widgets/controls/choice_box.h"

#include <QAbstractItemView>
#include <QStyleOptionComboBox>
#include <QStylePainter>

#include <algorithm>

namespace netsmith::gui {

ChoiceBox::ChoiceBox(QWidget* parent)
    : QComboBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(4);
}

void ChoiceBox::showPopup()
{
    constexpr int around = 32; // the list's own padding and its frame
    view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + around));
    QComboBox::showPopup();
}

QString ChoiceBox::shownText() const
{
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + 4; // as styles draw it
    return option.fontMetrics.elidedText(option.currentText, Qt::ElideRight, room.width() - 2 - icon);
}

QString ChoiceBox::textCutOff() const
{
    return shownText() == currentText() ? QString() : currentText();
}

void ChoiceBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    option.currentText = shownText();
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace netsmith::gui
