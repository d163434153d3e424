#include "gui/training/action_button.h"

#include <QAction>

#include <algorithm>

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

void ActionButton::follow()
{
    setText(m_action->text());
    setIcon(m_action->icon());
    setToolTip(m_action->toolTip());
    setEnabled(m_action->isEnabled());
}

} // namespace netsmith::gui
