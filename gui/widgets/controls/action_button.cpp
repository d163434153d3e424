#include "gui/widgets/controls/action_button.h"

#include "gui/widgets/icon.h"

#include <QAction>
#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

ActionButton::ActionButton(const QString& objectName, QWidget* parent)
    : QPushButton(parent)
{
    setObjectName(objectName);
    connect(this, &QPushButton::clicked, this, [this] { m_action->trigger(); });
}

void ActionButton::setAction(QAction* action)
{
    if (action == m_action)
        return;
    if (m_action)
        disconnect(m_action, nullptr, this, nullptr);
    m_action = action;
    connect(action, &QAction::changed, this, &ActionButton::follow);
    follow();
}

void ActionButton::reserve(const QStringList& words)
{
    int widest = 0;
    for (const QString& word : words)
        widest = std::max(widest, fontMetrics().horizontalAdvance(word));
    setMinimumWidth(0);
    setMinimumWidth(sizeHint().width() - fontMetrics().horizontalAdvance(text()) + widest);
}

void ActionButton::setPrimary(bool primary)
{
    if (primary == m_primary)
        return;
    m_primary = primary;
    setProperty("class", primary ? u"primary"_s : QString());
    style()->unpolish(this);
    style()->polish(this);
    if (m_action)
        setIcon(picture());
}

QIcon ActionButton::picture() const
{
    return m_primary ? gui::icon(u"run"_s, m_action->isEnabled() ? Token::onAccent : Token::textDisabled) : m_action->icon();
}

void ActionButton::follow()
{
    setText(m_action->text());
    setIcon(picture());
    setToolTip(m_action->toolTip());
    setEnabled(m_action->isEnabled());
}

} // namespace netsmith::gui
