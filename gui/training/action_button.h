#pragma once

#include <QPushButton>

class QAction;

namespace netsmith::gui {

/// A push button that shows and does what an action says, picture and words in its middle however wide it is.
class ActionButton : public QPushButton {
    Q_OBJECT

public:
    explicit ActionButton(const QString& objectName, QWidget* parent = nullptr);

    void setAction(QAction* action);
    QAction* action() const { return m_action; }
    /// Room for the longest of these words, whichever it shows.
    void reserve(const QStringList& words);
    /// Stands out as the one that leads on; its picture then has the colour of its words.
    void setPrimary(bool primary);

private:
    void follow();
    QIcon picture() const;

    QAction* m_action = nullptr;
    bool m_primary = false;
};

} // namespace netsmith::gui
