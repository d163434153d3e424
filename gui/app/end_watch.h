#pragma once

#include "gui/training/training_state.h"

#include <QObject>
#include <QTimer>

namespace netsmith::gui {

class MainWindow;

/// Waits for the end of what the command line started, saves a screenshot if requested, and quits with the exit codes of
/// `netsmith-cli`.
class EndWatch : public QObject {
    Q_OBJECT

public:
    EndWatch(MainWindow& window, QString screenshot, bool quitWhenDone);

private:
    void look();
    void end();

    MainWindow& m_window;
    QString m_screenshot;
    bool m_quit;
    QTimer m_quiet; ///< restarted by every change
};

/// Writes a screenshot of the window atomically; returns the error message, empty on success.
QString saveScreenshot(MainWindow& window, const QString& path);

} // namespace netsmith::gui
