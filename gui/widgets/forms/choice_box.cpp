#include "gui/widgets/forms/choice_box.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QFrame>
#include <QStyleOptionComboBox>
#include <QStylePainter>

#include <algorithm>

namespace netsmith::gui {

ChoiceBox::ChoiceBox(QWidget* parent)
    : QComboBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMinimumContentsLength(4);
}

QSize ChoiceBox::sizeHint() const
{
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const int letters = minimumContentsLength() * fontMetrics().horizontalAdvance(u'X');
    const int height = std::max({fontMetrics().height(), 14, iconSize().height()});
    return style()->sizeFromContents(QStyle::CT_ComboBox, &option, QSize(letters + iconSize().width() + 4, height + 2), this);
}

QSize ChoiceBox::minimumSizeHint() const
{
    return sizeHint();
}

void ChoiceBox::showPopup()
{
    constexpr int around = 32; // the list's padding and frame
    view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + around));
    QComboBox::showPopup();
}

/// Whether the list's window has been created.
bool ChoiceBox::hasList() const
{
    return findChild<QFrame*>(QString(), Qt::FindDirectChildrenOnly);
}

/// Doesn't create the list's window for a new style or font, as Qt would: the style sheet's cached rules for it outlive it, so that
/// each form built and deleted would leak some. Once created, it follows both by itself.
void ChoiceBox::changeEvent(QEvent* event)
{
    if ((event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) && !hasList())
        QWidget::changeEvent(event);
    else
        QComboBox::changeEvent(event);
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
