#pragma once

#include "gui/app/main_window.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace netsmith::gui {

/// The windows of one process: one for each project, of which one may train at a time.
class Studio : public QObject {
    Q_OBJECT

public:
    Studio(Preferences& preferences, MainWindow::Places places, QObject* parent = nullptr);
    ~Studio() override;

    /// A new, shown window.
    MainWindow& openWindow();
    /// Raises the window that has the file, else opens it in a vacant window or a new one. `path` empty: only raises.
    MainWindow& open(const QString& path, bool asCopy = false);
    const QList<MainWindow*>& windows() const { return m_windows; }
    /// Closes the windows one by one; one that asks and is told "cancel" ends it.
    void quit();
    /// Ends as `quit` does, once nothing unsaved would be lost; then `restartArguments` are those to start the program again with,
    /// so that it opens what is open now and goes on with the run of `window`, if any.
    void restart(MainWindow& window, const QString& resume);
    const QStringList& restartArguments() const { return m_restartArguments; }

Q_SIGNALS:
    /// The last window is gone.
    void ended();

private:
    MainWindow* windowOf(const QString& path) const;
    void forget(MainWindow* window);
    void makeSafe(QList<MainWindow*> windows, const std::function<void()>& next);

    Preferences& m_preferences;
    MainWindow::Places m_places;
    QList<MainWindow*> m_windows;
    QStringList m_restartArguments;
};

} // namespace netsmith::gui
