#pragma once

#include <QAction>
#include <QHash>
#include <QObject>

#include <functional>

class QWidget;

namespace netsmith::gui {

/// Every action of the window beside those of training: one table of names, words, keys and pictures, from which the menu bar, the
/// buttons and the shortcuts are made.
class Actions : public QObject {
    Q_OBJECT

public:
    /// `window` owns the shortcuts.
    explicit Actions(QWidget& window);

    /// By its object name, "saveAction".
    QAction* operator[](const char* name) const;
    /// In the order of the menus.
    QList<QAction*> all() const;
    /// Makes the shortcut act while `widget` has the focus only.
    void keepTo(QWidget& widget, std::initializer_list<const char*> names);

    void retranslate();

private:
    QHash<QByteArray, QAction*> m_actions;
};

} // namespace netsmith::gui
