#pragma once

#include <QAction>
#include <QHash>
#include <QObject>

#include <functional>

class QWidget;

namespace netsmith::gui {

/// All actions of the window except those of training: one table of names, texts, keys and icons, from which the menu bar, the
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
    /// Limits the shortcuts to when `widget` has the focus.
    void keepTo(QWidget& widget, std::initializer_list<const char*> names);

    /// Enables it, or disables it and says in its tool tip why.
    void allow(const char* name, const QString& whyNot);
    void retranslate();

private:
    static QString toolTipOf(const QAction& action);

    QHash<QByteArray, QAction*> m_actions;
};

} // namespace netsmith::gui
