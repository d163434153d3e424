#pragma once

#include <QWidget>

class QAction;
class QActionGroup;
class QStackedWidget;
class QTabBar;

namespace netsmith::gui {

/// The middle of the window: the network, or a page as large in its place. Tabs above it say which, and so do actions; what works
/// on a page goes on while another one is shown.
class WorkPages : public QWidget {
    Q_OBJECT

public:
    explicit WorkPages(QWidget* parent = nullptr);

    /// Takes the page; the first one added is shown first. `name` is kept between starts; `action`, checked while the page is
    /// shown, leads to it.
    void add(const QString& name, QWidget* page, QAction& action);
    /// Nothing where there is no page of that name.
    void open(const QString& name);
    /// The page that is shown, by its name.
    QString current() const;
    void setTitle(const QString& name, const QString& title);
    /// Marks the tab of a page on which something trains.
    void setWorking(const QString& name, bool working);
    /// Whether the actions lead anywhere now.
    void setAvailable(bool available);
    /// Below the tabs.
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
