#pragma once

#include "gui/app/window/main_window.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace netsmith::gui {

/// The windows of a process, one per project, and the jobs that they share the devices among.
class Studio : public QObject {
    Q_OBJECT

public:
    Studio(Preferences& preferences, MainWindow::Places places, QObject* parent = nullptr);
    ~Studio() override;

    /// Returns a new window, which is shown.
    MainWindow& openWindow();
    /// Raises the window of a file, or opens it in a vacant or a new window. `path` empty: only raises a window.
    MainWindow& open(const QString& path, bool asCopy = false);
    const QList<MainWindow*>& windows() const { return m_windows; }
    /// Closes the windows one by one, until the user cancels.
    void quit();
    /// Quits like `quit`, once no unsaved work would be lost; `restartArguments` then reopen the open projects and resume the run
    /// of `window`, if any.
    void restart(MainWindow& window, const QString& resume);
    const QStringList& restartArguments() const { return m_restartArguments; }

Q_SIGNALS:
    /// The last window was closed.
    void ended();

private:
    MainWindow* windowOf(const QString& path) const;
    void forget(MainWindow* window);
    void makeSafe(QList<QPointer<MainWindow>> windows, const std::function<void()>& next);

    Preferences& m_preferences;
    MainWindow::Places m_places;
    JobScheduler m_jobs;
    QList<MainWindow*> m_windows;
    QStringList m_restartArguments;
};

} // namespace netsmith::gui
