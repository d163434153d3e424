#pragma once

#include <QPushButton>

class QAction;

namespace netsmith::gui {

/// A push button for an action, with its icon and text centred whatever the width.
class ActionButton : public QPushButton {
    Q_OBJECT

public:
    explicit ActionButton(const QString& objectName, QWidget* parent = nullptr);

    void setAction(QAction* action);
    QAction* action() const { return m_action; }
    /// Reserves room for the longest of these texts.
    void reserve(const QStringList& words);
    /// Highlighted as the primary button; its icon then has the text's colour.
    void setPrimary(bool primary);

private:
    void follow();
    QIcon picture() const;

    QAction* m_action = nullptr;
    bool m_primary = false;
};

} // namespace netsmith::gui
