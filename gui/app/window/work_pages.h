#pragma once

#include <QWidget>

class QAction;
class QActionGroup;
class QStackedWidget;
class QTabBar;

namespace netsmith::gui {

/// The centre of the window: the network, or another page in its place. Tabs above and actions switch pages; what runs on a page
/// continues while another is shown.
class WorkPages : public QWidget {
    Q_OBJECT

public:
    explicit WorkPages(QWidget* parent = nullptr);

    /// Takes ownership of the page; the first one added is shown first. `name` is stored in the preferences; `action` opens the
    /// page, and is checked while it is shown.
    void add(const QString& name, QWidget* page, QAction& action);
    /// Does nothing if there is no such page.
    void open(const QString& name);
    /// The name of the current page.
    QString current() const;
    void setTitle(const QString& name, const QString& title);
    /// Marks the tab of a page on which something trains.
    void setWorking(const QString& name, bool working);
    /// Enables or disables the actions.
    void setAvailable(bool available);
    /// The area below the tabs.
    QWidget& area() const;

Q_SIGNALS:
    void opened(const QString& name);

protected:
    void changeEvent(QEvent* event) override;

private:
    void show(int index);
    int indexOf(const QString& name) const;

    QTabBar* m_tabs;
    QStackedWidget* m_stack;
    QActionGroup* m_actions;
};

} // namespace netsmith::gui
